# SPDX-License-Identifier: MIT
"""A skipped test fails where everything that a test needs is installed."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest


@pytest.mark.parametrize(("place", "value"), [("file", "1"), ("test", "1"), ("test", "")])
def test_a_skip_fails_in_the_checks(place, value, tmp_path):
    shutil.copy(pathlib.Path(__file__).with_name("conftest.py"), tmp_path)
    skip = "pytest.importorskip('no_such_package')\n"
    text = skip if place == "file" else f"def test_a():\n    {skip}"
    (tmp_path / "test_a.py").write_text(f"import pytest\n{text}def test_b():\n    pass\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", str(tmp_path)],
        env={**os.environ, "HEADSTOCK_WITHOUT_SKIPS": value}, capture_output=True, text=True)
    assert (done.returncode == 1) == (value == "1"), done.stdout
    assert ("test_a.py" in done.stdout) == (value == "1")
