# SPDX-License-Identifier: MIT
"""Calls from several threads follow one another."""

import headstock
from headstock import _tracking


def test_retune_reads_the_settings_in_its_turn(monkeypatch):
    # Two calls that read the settings before either writes them would lose a change.
    tracker = headstock.Tracker(48_000)
    made_config = _tracking.made_config
    is_locked = []

    def config(*arguments):
        is_locked.append(tracker._lock.locked())
        return made_config(*arguments)

    monkeypatch.setattr(_tracking, "made_config", config)
    tracker.retune(a4=436)
    assert is_locked == [True]
