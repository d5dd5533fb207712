# SPDX-License-Identifier: MIT
"""Makes the Python environments of scripts, with pinned packages from PyPI."""

import pathlib
import subprocess
import sys


def environment(directory, packages, module):
    """Makes an environment, unless an earlier run has made it, and returns its Python.

    After an upgrade of Python, an environment has another Python, or none, and is made again.
    `packages` are the requirements for pip. Python finds `module` if they are installed.
    """
    directory = pathlib.Path(directory)
    python, marker = directory / "bin/python", directory / "installed"
    wanted = f"{sys.version.split()[0]} {' '.join(packages)}"
    finds = f"import importlib.util as u, sys; sys.exit(u.find_spec({module!r}) is None)"
    if not (
        python.exists() and marker.exists() and marker.read_text() == wanted
        and subprocess.run([python, "-c", finds], check=False).returncode == 0
    ):
        subprocess.run([sys.executable, "-m", "venv", "--clear", directory], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                        *packages], check=True)
        marker.write_text(wanted)
    return str(python)
