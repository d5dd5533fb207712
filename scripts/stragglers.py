#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Simulates a batch on many workers with slow machines and failures, for several numbers of shards.

usage: scripts/stragglers.py [--workers N] [--recordings N] [--seconds S] [--rounds N]

Prints a table in Markdown for 1 to 64 shards per worker: the time of the batch beyond that of
evenly shared work, and the share of the workers' time that is idle or lost.

The model, drawn again for each of --rounds (20) rounds:

* --recordings (10 000 000) take a mean of --seconds (0.03) each, log-normal with a standard
  deviation as large as the mean; the time of a shard is the sum over its recordings.
* The speed of each of the --workers (1000) is normal around 1 with a standard deviation of 8 %; one
  in 100 is 3 times slower (a shared core, a hot processor).
* A worker fails on average once in 200 hours. Its shard restarts after 120 s and continues: only
  the recording in progress is lost. One failure in ten removes the machine permanently.
* The start of a task takes 3 s (scheduler, program, reading the list and the journal).
* A free worker takes the next shard of one queue.
"""

import argparse
import heapq
import math
import random
import statistics

START = 3.0
RESTART = 120.0
FAILURE_HOURS = 200.0
SPEED_DEVIATION = 0.08
SLOW_SHARE = 0.01
SLOW_FACTOR = 3.0


def round_of(chance, workers, recordings, seconds, shards):
    """Returns the length of one batch and the useful work, in seconds."""
    count = recordings / shards
    free = []
    capacity = 0.0
    for worker in range(workers):
        speed = max(0.3, chance.gauss(1, SPEED_DEVIATION))
        if chance.random() < SLOW_SHARE:
            speed /= SLOW_FACTOR
        capacity += speed
        heapq.heappush(free, (0.0, worker, speed))
    # The moment from which a shard may run, and its work in seconds of a worker of speed 1.
    waiting = []
    total = 0.0
    for shard in range(shards):
        # The sum of many independent times is normal.
        size = chance.gauss(count, math.sqrt(count))
        work = max(seconds, chance.gauss(size * seconds, math.sqrt(max(1, size)) * seconds))
        total += work
        heapq.heappush(waiting, (0.0, shard, work))
    end = 0.0
    while waiting:
        ready, shard, work = heapq.heappop(waiting)
        moment, worker, speed = heapq.heappop(free)
        begin = max(ready, moment)
        failure = begin + chance.expovariate(1 / (FAILURE_HOURS * 3600))
        finish = begin + START + work / speed
        if failure < finish:
            done = max(0.0, failure - begin - START) * speed
            heapq.heappush(waiting, (failure + RESTART, shard, max(seconds, work - done)))
            if chance.random() < 0.9 or not free:
                heapq.heappush(free, (failure + RESTART, worker, speed))
            continue
        end = max(end, finish)
        heapq.heappush(free, (finish, worker, speed))
    return end, total / capacity


def count(text):
    """Returns a whole number from 1."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def duration(text):
    """Returns a time in seconds above 0."""
    seconds = float(text)
    if not 0 < seconds < math.inf:
        raise ValueError
    return seconds


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, usage=argparse.SUPPRESS,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=count, default=1000)
    parser.add_argument("--recordings", type=count, default=10_000_000)
    parser.add_argument("--seconds", type=duration, default=0.03)
    parser.add_argument("--rounds", type=count, default=20)
    options = parser.parse_args()
    workers, recordings, seconds, rounds = (
        options.workers, options.recordings, options.seconds, options.rounds)
    chance = random.Random(20261125)
    print("| shards a worker | recordings a shard | a task | even work | median tail | longest tail "
          "| idle or lost |")
    print("|---:|---:|---:|---:|---:|---:|---:|")
    for factor in (1, 2, 4, 8, 16, 32, 64):
        shards = workers * factor
        tails, shares, ideal = [], [], 0.0
        for _ in range(rounds):
            end, ideal = round_of(chance, workers, recordings, seconds, shards)
            tails.append(end - ideal)
            shares.append(1 - ideal / end)
        print(f"| {factor} | {recordings // shards} | {recordings / shards * seconds:.0f} s "
              f"| {ideal:.0f} s | {statistics.median(tails):.0f} s | {max(tails):.0f} s "
              f"| {100 * statistics.median(shares):.0f} % |")


if __name__ == "__main__":
    main()
