#!/usr/bin/env node
// SPDX-License-Identifier: MIT
//
// Usage: scripts/web-memory.mjs [--short] [MODULE]
//
// Proves that the memory of the WebAssembly module is bounded: .build/web/headstock.wasm by
// default. It changes every choice while it listens, 10 000 times, and then hears strokes and single
// strings for three minutes each, two of them in tune. The module counts its allocations and the
// bytes of its heap. The counts are exact, so a tenth of the changes and a quarter of the sound,
// with --short, show the same growth.
//
// Exit status: 0 the heap does not grow, and results allocate nothing; 1 it grows, or they do; 2 wrong
// usage.

import { WebInstance, answerHelp, readModule } from './web-instance.mjs';

answerHelp(import.meta.url);

const isShort = process.argv.includes('--short');
const [path, ...others] = process.argv.slice(2).filter((argument) => argument !== '--short');
if (path?.startsWith('-') || others.length > 0) {
  console.error('web-memory.mjs: usage: scripts/web-memory.mjs [--short] [MODULE]');
  process.exit(2);
}
const CHANGES = isShort ? 1000 : 10000;
const RATE = 48000;
const SECONDS = isShort ? 15 : 60;
/** The samples between two changes: at least one result of 20 a second in three of them. */
const STEP = 800;
/** One cycle of choices, which ends as it begins. `9999` and `X9` are refused. */
const CYCLE = [
  ['target', 'all'], ['tuning', 'drop_d'], ['capo', 2], ['a4', 442], ['temperament', 'pythagorean'],
  ['notation', 'german'], ['tolerance', 5], ['hysteresis', 1], ['target', 'chromatic'],
  ['capo', 0], ['target', 'nearest'], ['string', 3], ['tuning', 'D2 A2 D3 G3 A3 D4'],
  ['target', 'all'], ['tuning', 'X9'], ['tuning', 'bass_standard'], ['a4', 440], ['a4', 9999],
  ['temperament', 'equal'], ['notation', 'english'], ['tolerance', 10], ['hysteresis', 0],
  ['noiseGateThreshold', 0.5], ['noiseGateThreshold', 0.3], ['frequencyUpdateRate', 30],
  ['frequencyUpdateRate', 20], ['tuning', 'standard'], ['target', 'nearest'],
];
const KEYS = [40, 45, 50, 55, 59, 64];

/**
 * Writes plucked strings that are some cents sharp: all of them every two seconds, so that the
 * readings settle, or each second one after the other.
 */
function strings(count, isStroke, cents = 20) {
  const samples = new Float32Array(count);
  const period = (isStroke ? 2 : 1) * RATE;
  for (let place = 0; place < count; place++) {
    const pluck = Math.floor(place / period);
    const time = (place - pluck * period) / RATE;
    KEYS.forEach((key, index) => {
      if (!isStroke && index !== pluck % KEYS.length) return;
      const frequency = 440 * 2 ** ((key - 69 + cents / 100) / 12);
      for (let n = 1; n <= 6; n++) {
        samples[place] += 0.05 / n * Math.exp(-0.5 * (1 + n) * time)
          * Math.sin(2 * Math.PI * n * frequency * time);
      }
    });
  }
  return samples;
}

let failures = 0;
function check(sentence, passed, found) {
  failures += passed ? 0 : 1;
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${sentence}: ${found}`);
}

const instance = new WebInstance(readModule(
  path ?? new URL('../.build/web/headstock.wasm', import.meta.url)));
const heap = instance.functions.headstock_web_heap_bytes;
const allocations = instance.functions.headstock_web_allocations;
const { headstock_web_result: result, headstock_web_strum_result: strumResult } =
  instance.functions;
const either = () => result() || strumResult();

// MARK: - Choices

instance.prepare(RATE);
const sound = strings(CYCLE.length * STEP, true);
let [changes, results, refusals, largest] = [0, 0, 0, 0];
const sizes = [];
while (changes < CHANGES) {
  CYCLE.forEach(([name, value], index) => {
    refusals += instance.set(name, value) < 0 ? 1 : 0;
    changes += 1;
    instance.listen(
      sound.subarray(index * STEP, (index + 1) * STEP), either, () => { results += 1; });
    largest = Math.max(largest, heap());
  });
  sizes.push(heap());
}
check('choices leave the heap as it was', new Set(sizes).size === 1,
  `${changes} changes, ${refusals} of them refused, ${results} results: ${sizes[0]} bytes after `
  + `the first cycle, ${sizes.at(-1)} after the last, at most ${largest}`);
const refused = CYCLE.filter(([, value]) => value === 9999 || value === 'X9').length;
check('only the wrong ones are refused', refusals === refused * sizes.length, refusals);

// MARK: - Results

for (const [target, name, next] of [
  ['all', 'stroke', strumResult], ['nearest', 'string', result],
]) {
  const began = allocations();
  instance.set('target', target);
  const counted = allocations() - began;
  const [before, bytes] = [allocations(), heap()];
  let count = 0;
  instance.listen(strings(SECONDS * RATE, target === 'all'), next, () => { count += 1; });
  check(`the results of each ${name} allocate nothing`,
    count > 18 * SECONDS && allocations() === before && heap() === bytes,
    `${count} results, ${allocations() - before} allocations`);
  check('the counter sees the allocations of a choice', counted > 0, counted);

  // The view confirms strings in tune, and signals.
  const inTune = strings(SECONDS * RATE, target === 'all', 0);
  const feedback = () =>
    target === 'all' ? instance.headValue('feedback') : instance.value('feedback');
  const signals = feedback();
  instance.listen(inTune, next, () => {});
  const [start, first, signalled] = [heap(), allocations(), feedback()];
  instance.listen(inTune, next, () => {});
  check(`the confirmations of each ${name} allocate nothing`,
    heap() === start && allocations() === first && feedback() > signalled && signalled > signals,
    `${feedback() - signalled} signals, ${allocations() - first} allocations in ${SECONDS} s`);
}
process.exit(failures === 0 ? 0 : 1);
