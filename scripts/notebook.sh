#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/notebook.sh --library DIRECTORY --bench PROGRAM
#
# Executes the notebooks of python/notebooks in a private environment with librosa and Debian's
# aubio, and writes them with their outputs to .build/notebooks. A notebook checks its own figures.
#
#   --library DIRECTORY   the directory of the C library from scripts/library.sh
#   --bench PROGRAM       the program tuner-bench
#
# Exit status: 0 every notebook ran, 1 one failed, 2 wrong usage or a tool is missing.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

library='' bench=''
take_arguments '' '--library --bench' '' "$@"
if [[ -z $library || -z $bench ]]; then
  stop 2 "notebook.sh: give --library and --bench. See: scripts/notebook.sh --help"
fi

cd -- "$root"
# Debian's aubio was built for NumPy 1.
packages=(librosa==0.11.0 soundfile==0.14.0 nbclient==0.10.2 nbformat==5.10.4 ipykernel==6.29.5
  numpy==1.26.4 scipy==1.11.4)
directory="$root/.build/notebook-tools"
mark="$(/usr/bin/python3 --version) ${packages[*]}"
if ! has_environment "$directory" "$mark" "$directory/bin/python" -c 'import nbclient'; then
  # aubio on PyPI has no wheel, so Debian's Python and its packages are the base.
  /usr/bin/python3 -m venv --clear --system-site-packages "$directory" >&2 ||
    stop 2 "notebook: python3 can't make an environment. Run: scripts/setup.sh --tests"
  "$directory/bin/python" -m pip install --quiet --disable-pip-version-check "${packages[@]}" >&2 ||
    stop 2 "notebook: pip could not install ${packages[*]}; its own message is above."
  printf '%s\n' "$mark" >"$directory/installed"
fi
mkdir -p -- .build/notebooks
for notebook in python/notebooks/*.ipynb; do
  output=".build/notebooks/$(basename -- "$notebook")"
  LD_LIBRARY_PATH="$library/lib" PYTHONPATH="$root/python" HEADSTOCK_BENCH="$bench" \
    "$directory/bin/python" - "$notebook" "$output" >&2 <<'PYTHON' ||
import sys

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

notebook = nbformat.read(sys.argv[1], as_version=4)
try:
    NotebookClient(notebook, timeout=1800).execute()
except CellExecutionError as error:
    sys.exit(str(error))
finally:
    nbformat.write(notebook, sys.argv[2])
for cell in notebook.cells:
    for output in cell.get("outputs", []):
        print(output.get("text", ""), end="")
PYTHON
    stop 1 "notebook: $notebook fails."
  printf '%s\n' "$output"
done
