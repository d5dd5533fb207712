#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/virtual-card.sh COMMAND [ARGUMENT…]
#
# Runs a command with a software sound card, on a machine without a sound card. The script starts a
# separate sound server with one card, whose output is its input, and removes it after the command.
# It leaves a running sound server alone.
#
# The command can use these ALSA devices:
#
#   headstock-out    plays sound, as with `tuner tone -d headstock-out`
#   headstock-in     records it, as with `tuner live -d headstock-in`
#   headstock-tape   records it too, and writes every sample raw to $HEADSTOCK_TAPE
#   default          plays to headstock-out and records from headstock-in
#
# PULSE_SERVER names the sound server: `paplay FILE` plays a file on the card.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

case ${1:-} in
-h | --help)
  help
  exit 0
  ;;
'') stop 2 "virtual-card.sh: name a command to run. See: scripts/virtual-card.sh --help" ;;
esac
require_commands pulseaudio pactl

card=$(mktemp --directory)
# shellcheck disable=SC2317 # the trap calls it
leave() {
  # The command, what it has started, and the server.
  end_started
  wait
  rm -rf -- "$card"
}
trap leave EXIT
trap 'exit 130' INT TERM HUP

# A separate home ignores the settings of the user and leaves no cookie behind.
mkdir --mode=700 -- "$card/pulse" "$card/home"
export XDG_RUNTIME_DIR=$card PULSE_RUNTIME_PATH=$card/pulse PULSE_SERVER=unix:$card/native
export PULSE_COOKIE=$card/cookie ALSA_CONFIG_PATH=$card/asound.conf
export HEADSTOCK_TAPE=${HEADSTOCK_TAPE:-$card/tape.raw} HEADSTOCK_CARD=$card

# Without norewinds the sound arrives seconds early, then stops, then arrives at once.
HOME=$card/home pulseaudio -n --daemonize=no --exit-idle-time=-1 --high-priority=no --realtime=no \
  --use-pid-file=no --log-target="file:$card/log" \
  -L "module-native-protocol-unix auth-anonymous=1 socket=$card/native" \
  -L "module-null-sink sink_name=headstock rate=48000 channels=1 format=float32le norewinds=1" &
server=$!
for ((attempt = 0; attempt < 100; attempt++)); do
  if pactl info &>/dev/null; then break; fi
  kill -0 "$server" 2>/dev/null ||
    stop 2 "virtual-card.sh: the sound server ended: $(tail --lines=3 -- "$card/log" 2>/dev/null)"
  sleep 0.05
done
pactl info >/dev/null || stop 2 "virtual-card.sh: the sound server does not answer."

cat >"$ALSA_CONFIG_PATH" <<END
</usr/share/alsa/alsa.conf>
pcm.headstock-in { type pulse device "headstock.monitor" hint { show on description "The virtual card's input" } }
pcm.headstock-out { type pulse device "headstock" hint { show on description "The virtual card's output" } }
pcm.headstock-tape { type file slave.pcm "headstock-in" file "$HEADSTOCK_TAPE" format raw }
pcm.!default { type asym capture.pcm "headstock-in" playback.pcm "headstock-out" }
END

# The shell runs a trap only after a command in the foreground. One in the background would ignore
# Ctrl-C.
env --default-signal=INT,QUIT -- "$@" <&0 &
command=$!
status=0
wait "$command" || status=$?
exit "$status"
