#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/contestants.sh
#
# Installs the pitch detectors that `tuner-bench compare --contestant all` runs, in pinned versions,
# into a private Python environment in the cache directory. aubio comes from Debian's package
# python3-aubio, if that is installed. The script reports each detector that can't be installed and
# continues with the others. If all are installed, a second run installs nothing. All trees share
# the environment, and the scripts of Benchmarks/contestants that the last run has copied beside it.
# A report names the checksums of the scripts that it has run.
#
# Exit status: 0 finished, even if a detector is missing; 2 Python can't make an environment.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

take_no_arguments "$@"

directory="${XDG_CACHE_HOME:-$HOME/.cache}/headstock/contestants"
mkdir -p -- "$directory"

# Another tree may install the same packages now.
exec {lock}>"$directory.lock"
flock "$lock"

# A comparison may run a script meanwhile: it finds the old one or the new one, as a whole.
for script in "$root"/Benchmarks/contestants/*.py; do
  cp -- "$script" "$directory/.${script##*/}"
  mv -- "$directory/.${script##*/}" "$directory/${script##*/}"
done
python="$directory/venv/bin/python"
wanted=(librosa==0.11.0 praat-parselmouth==0.4.7 'essentia==2.1b6.dev1389 soundfile' swift-f0==0.3.0)
modules=(librosa parselmouth essentia soundfile swift_f0)
version=$(python3 --version) || stop 2 "contestants: there is no python3. Run: scripts/setup.sh --tests"
mark="$version ${wanted[*]}"

# Returns 0 if an earlier run installed all packages, and they are still there.
are_installed() {
  has_environment "$directory" "$mark" "$python" -c 'import importlib.util, sys
sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))' "${modules[@]}"
}

missing=0
if are_installed; then
  say "contestants: ${wanted[*]} are installed"
else
  rm -f -- "$directory/installed"
  if ! python3 -m venv --clear "$directory/venv" >&2; then
    stop 2 "contestants: python3 can't make an environment." \
      "Install it as root: apt-get install python3-venv"
  fi
  for packages in "${wanted[@]}"; do
    read -ra words <<<"$packages"
    # Python compiles what it imports; pip would compile every file.
    if "$python" -m pip install --quiet --no-compile --disable-pip-version-check "${words[@]}" >&2; then
      say "contestants: ${words[0]} is installed"
    else
      say "contestants: ${words[0]} could not be installed; the others go on without it"
      missing=$((missing + 1))
    fi
  done
  if ((missing == 0)); then printf '%s\n' "$mark" >"$directory/installed"; fi
fi

if [[ -x /usr/bin/python3 ]] && /usr/bin/python3 -c 'import aubio' &>/dev/null; then
  ln -sfn -- /usr/bin/python3 "$directory/system-python"
  say "contestants: aubio is there"
else
  rm -f -- "$directory/system-python"
  say "contestants: aubio is missing. Install it as root: apt-get install python3-aubio"
  missing=$((missing + 1))
fi
say "contestants: $missing missing"
printf '%s\n' "$directory"
