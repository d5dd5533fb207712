#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/readers.sh
#
# Installs, in pinned versions, the Python packages with which tests read our files back and test
# the Python package: jams, mido, jsonschema, pytest, soundfile, pyarrow, dask, and fsspec with its
# http and s3 drivers and a local s3 server (moto). They go to a private Python environment in the
# cache directory, which all trees with the same packages and the same Python use; .build/readers
# is a link to it. A second run finds the environment and ends at once.
#
# Exit status: 0 the environment exists; 2 it could not be made, and the printed lines give a
# remedy.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

take_no_arguments "$@"

packages=(jams==0.3.5 mido==1.3.3 jsonschema==4.26.0 pytest==9.0.3 soundfile==0.14.0
  pyarrow==26.0.1 fsspec==2026.9.0 aiohttp==3.14.5 s3fs==2026.9.0 'moto[server]==5.2.5' dask==2026.8.0)
version=$(python3 --version) || stop 2 "readers: there is no python3. Run: scripts/setup.sh --tests"
wanted="$version ${packages[*]}"
name=readers-$(sha256sum <<<"$wanted" | cut -c 1-16)
directory="${XDG_CACHE_HOME:-$HOME/.cache}/headstock/$name"
mkdir -p -- "$root/.build" "$(dirname -- "$directory")"

# Another tree may install the same packages now.
exec {lock}>"$directory.lock"
flock "$lock"

is_complete() {
  has_environment "$directory" "$wanted" "$directory/bin/python" -c 'import jsonschema'
}

if ! is_complete; then
  rm -f -- "$directory/installed"
  if ! python3 -m venv --clear "$directory" >&2; then
    stop 2 "readers: python3 can't make an environment." \
      "Install it as root: apt-get install python3-venv"
  fi
  # Python compiles what a test imports; pip would compile all files, which takes half of its time.
  if ! "$directory/bin/python" -m pip install --quiet --no-compile --disable-pip-version-check \
    "${packages[@]}" >&2; then
    stop 2 "readers: pip could not install ${packages[*]}; its own message is above." \
      "When that is put right, run the same script again."
  fi
  printf '%s\n' "$wanted" >"$directory/installed"
  is_complete || stop 2 "readers: the packages are installed, and Python can't import them."
fi

link="$root/.build/readers"
if [[ ! -L $link ]]; then rm -rf -- "$link"; fi # an environment that an earlier version made
ln -sfn -- "$directory" "$link"
