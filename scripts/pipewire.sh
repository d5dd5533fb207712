#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/pipewire.sh PROGRAM
#
# Checks the program `tuner` with a private PipeWire server that has one virtual loudspeaker and one
# virtual microphone. The microphone records the loudspeaker.
#
#   * `tuner devices` lists both nodes, each in its direction, and the listed name opens the node
#   * `tuner live --device pipewire:NODE=…` reads the tone that `tuner tone` plays on the other node
#   * a node that does not exist is refused
#
# PipeWire comes from Debian's packages, unpacked in .build/pipewire. They are not installed,
# because an installed PipeWire takes over ALSA's device "default".
#
# Exit status: 0 all checks passed, 1 one failed, 2 wrong usage, or PipeWire can't be fetched or
# started.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

case ${1:-} in
-h | --help)
  help
  exit 0
  ;;
'' | -*) stop 2 "pipewire.sh: name the program to check. See: scripts/pipewire.sh --help" ;;
esac
if (($# > 1)); then refuse "$2"; fi
tuner=$(realpath -- "$1")
require_commands apt-get dpkg-deb dbus-daemon

# MARK: - The programs

place="$root/.build/pipewire"
packages=(pipewire pipewire-bin pipewire-alsa wireplumber libpipewire-0.3-0 libpipewire-0.3-modules
  libspa-0.2-modules libwireplumber-0.4-0 liblua5.3-0)
if [[ ! -f $place/unpacked || $(<"$place/unpacked") != "${packages[*]}" ]]; then
  rm -rf -- "$place"
  mkdir -p -- "$place"
  (cd -- "$place" && apt-get -o APT::Sandbox::User=root download --quiet "${packages[@]}" >&2) ||
    stop 2 "pipewire.sh: apt-get could not download PipeWire. Run as root: apt-get update"
  for package in "$place"/*.deb; do dpkg-deb --extract "$package" "$place"; done
  printf '%s\n' "${packages[*]}" >"$place/unpacked"
fi
libraries=$(dirname -- "$place"/usr/lib/*/pipewire-0.3)

# MARK: - The server

work=$(mktemp --directory)
# shellcheck disable=SC2317 # the trap calls it
leave() {
  local numbers
  mapfile -t numbers < <(jobs -p)
  if ((${#numbers[@]} > 0)); then kill -- "${numbers[@]}" 2>/dev/null || true; fi
  wait || true
  rm -rf -- "$work"
}
trap leave EXIT
trap 'exit 130' INT TERM HUP

share="$place/usr/share"
mkdir -- "$work/home" "$work/settings"
export HOME=$work/home XDG_RUNTIME_DIR=$work XDG_CONFIG_HOME=$work/home XDG_DATA_HOME=$work/home
export XDG_STATE_HOME=$work/home PATH=$place/usr/bin:$PATH
export LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export SPA_PLUGIN_DIR=$libraries/spa-0.2 PIPEWIRE_MODULE_DIR=$libraries/pipewire-0.3
export PIPEWIRE_CONFIG_DIR=$work/settings ALSA_CONFIG_PATH=$work/asound.conf
export WIREPLUMBER_MODULE_DIR=$libraries/wireplumber-0.4 WIREPLUMBER_CONFIG_DIR=$share/wireplumber
export WIREPLUMBER_DATA_DIR=$share/wireplumber DBUS_SESSION_BUS_ADDRESS=unix:path=$work/bus

cp -- "$share/pipewire/client.conf" "$share/pipewire/client-rt.conf" "$work/settings"
# The periods are long, so that a busy machine without real-time priority loses none.
cat >"$work/settings/pipewire.conf" <<'END'
context.properties = { core.daemon = true, core.name = pipewire-0, default.clock.quantum = 2048,
  default.clock.min-quantum = 2048 }
context.spa-libs = { audio.convert.* = audioconvert/libspa-audioconvert
  support.* = support/libspa-support }
context.modules = [
  { name = libpipewire-module-protocol-native }, { name = libpipewire-module-metadata }
  { name = libpipewire-module-spa-node-factory }, { name = libpipewire-module-client-node }
  { name = libpipewire-module-client-device }, { name = libpipewire-module-access }
  { name = libpipewire-module-adapter }, { name = libpipewire-module-link-factory }
  { name = libpipewire-module-session-manager } ]
context.objects = [
  { factory = spa-node-factory, args = { factory.name = support.node.driver, node.name = Dummy-Driver,
    node.group = pipewire.dummy, priority.driver = 20000 } }
  { factory = adapter, args = { factory.name = support.null-audio-sink, node.name = headstock-out
    node.description = "The virtual loudspeaker", media.class = Audio/Sink, object.linger = true
    audio.position = MONO } }
  { factory = adapter, args = { factory.name = support.null-audio-sink, node.name = headstock-in
    node.description = "The virtual microphone", media.class = Audio/Source/Virtual
    object.linger = true, audio.position = MONO } } ]
END
cat >"$ALSA_CONFIG_PATH" <<END
</usr/share/alsa/alsa.conf>
<$share/alsa/alsa.conf.d/50-pipewire.conf>
pcm_type.pipewire { lib "$libraries/alsa-lib/libasound_module_pcm_pipewire.so" }
END

# Waits for at most 10 s until a command succeeds: `await NAME COMMAND…`.
await() {
  local attempt
  for ((attempt = 0; attempt < 100; attempt++)); do
    if "${@:2}" &>/dev/null; then return; fi
    sleep 0.1
  done
  stop 2 "pipewire.sh: $1:" "$(cat -- "$work"/*.log)"
}
dbus-daemon --session --nofork --nopidfile --address="$DBUS_SESSION_BUS_ADDRESS" >"$work/bus.log" 2>&1 &
await "D-Bus does not start" test -S "$work/bus"
pipewire >"$work/pipewire.log" 2>&1 &
await "PipeWire does not start" pw-cli info 0
wireplumber >"$work/wireplumber.log" 2>&1 & # it gives the nodes their ports
await "the nodes get no ports" pw-link headstock-out:monitor_MONO headstock-in:input_MONO

# MARK: - The checks

# Compares a text with a pattern: `holds NAME TEXT PATTERN`.
holds() {
  [[ $2 =~ $3 ]] || stop 1 "pipewire: $1 is wrong:" "$2"
  say "pipewire: ok   $1"
}
said=$("$tuner" devices)
sources=${said%%To sound on*}
holds "the microphone in the list" "$sources" 'pipewire:NODE=headstock-in  The virtual microphone'
holds "the loudspeaker in the list" "${said#"$sources"}" \
  'pipewire:NODE=headstock-out  The virtual loudspeaker'
if [[ $sources == *headstock-out* ]]; then stop 1 "pipewire: a loudspeaker is listened to:" "$said"; fi

"$tuner" tone A2 --seconds 10 --device pipewire:NODE=headstock-out >"$work/tone.log" 2>&1 &
plays() { [[ $(pw-link --links) == *headstock-out:playback_MONO* ]]; }
await "the tone is not played" plays
said=$("$tuner" live --device pipewire:NODE=headstock-in --seconds 4 --format text 2>&1) ||
  stop 1 "pipewire: tuner live fails:" "$said"
holds "the pitch of the tone" "$said" 'A2 +110\.0[0-9] Hz +100 % sure +string 5 \(A2\) [+-]?0\.[0-9] cents'
status=0
said=$("$tuner" live --device pipewire:NODE=nobody --seconds 1 2>&1) || status=$?
holds "a node that does not exist" "$status $said" '^3 .*"pipewire:NODE=nobody" is not there'
