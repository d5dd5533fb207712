# SPDX-License-Identifier: MIT
"""Copies and pickles: of errors, and of objects that cannot have any."""

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

import headstock
from headstock import _interface
from headstock._recordings import _Recording


def raised():
    with pytest.raises(headstock.ConfigurationError) as info:
        headstock.track(np.zeros(100, np.float32), 48_000, a4=1.0)
    return info.value


def fails(_):
    headstock.track(np.zeros(100, np.float32), 48_000, a4=1.0)


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))]
)
def test_an_error_is_copied_with_its_status(copied):
    error = raised()
    again = copied(error)
    assert type(again) is headstock.ConfigurationError
    assert (str(again), again.status) == (str(error), error.status)
    assert again.status == _interface.ERROR_A4


def test_an_error_reaches_the_parent_of_a_pool():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        with pytest.raises(headstock.ConfigurationError, match="A4"):
            pool.map_async(fails, [0]).get(timeout=60)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_an_object_of_the_c_library_has_one_owner(copied):
    tracker, strum = headstock.Tracker(48_000), headstock.Strum(48_000)
    for owner in (tracker, strum, _Recording(48_000, _interface.NOTES, {})):
        name = type(owner).__name__.strip("_")
        with pytest.raises(TypeError, match=f"^A {name} cannot be copied or pickled"):
            copied(owner)
    # The refused copy ended nothing.
    assert tracker.process(np.zeros(48_000, np.float32)) is not None
    assert len(strum.update()) == 6
