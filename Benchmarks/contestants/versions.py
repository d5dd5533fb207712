# SPDX-License-Identifier: MIT
"""The versions of a contestant, which `tuner-bench compare` writes into its reports."""

import platform
import sys


def print_if_asked(**packages):
    """Prints the versions in one line and ends the program, if `--version` is the only argument.

    Parameters
    ----------
    packages
        The version of each package by its name.
    """
    if sys.argv[1:] == ["--version"]:
        versions = {**packages, "Python": platform.python_version()}
        print(", ".join(f"{name} {version}" for name, version in versions.items()))
        sys.exit()
