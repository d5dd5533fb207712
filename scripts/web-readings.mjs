#!/usr/bin/env node
// SPDX-License-Identifier: MIT
//
// Usage: scripts/web-readings.mjs TUNER DIRECTORY…
//
// Compares the readings of the WebAssembly module, .build/web/headstock.wasm, with those of
// `TUNER analyze --frames`, and the notes with those of `TUNER analyze`, on up to 100 recordings
// below each DIRECTORY, spread evenly: WAV files with one channel of 16 bits, so that both decode
// the same samples. Then it makes 12 strokes over six strings, at 48 and 44.1 kHz, and compares the
// readings of every string with those of `TUNER analyze --strum --frames`, and the sentences of the
// module with those of `TUNER analyze --strum`. Last, it compares the rules of the page itself with
// those of the module and the program: what a record of `tuner live` shows, and which notes are too
// faint to be listed.
//
// Exit status: 0 all agree within 0.01 cents and 1e-4 of confidence, of the readings of strokes
// 99 and 95 %, and the others within a sigma and 0.05; 1 one does not; 2 wrong usage or no recording.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebInstance, answerHelp, readModule } from './web-instance.mjs';
import { compareRules } from './web-rules.mjs';
import { compareStrokes } from './web-strokes.mjs';

answerHelp(import.meta.url);
const limits = { cents: 0.01, confidence: 1e-4 };
const most = 100;
const [program, ...directories] = process.argv.slice(2);
if (!program || directories.length === 0) {
  console.error('Usage: scripts/web-readings.mjs TUNER DIRECTORY…');
  process.exit(2);
}

/** Returns the rate and the samples of a WAV file; null for any other format. */
function readWAV(file) {
  const bytes = readFileSync(file);
  let rate = 0;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (name === 'fmt ') {
      const isSimple = bytes.readUInt16LE(at + 8) === 1 && bytes.readUInt16LE(at + 10) === 1;
      if (!isSimple || bytes.readUInt16LE(at + 22) !== 16) return null;
      rate = bytes.readUInt32LE(at + 12);
    } else if (name === 'data') {
      const end = Math.min(at + 8 + size, bytes.length);
      return rate ? { rate, data: bytes.subarray(at + 8, end) } : null;
    }
    at += 8 + size + (size & 1);
  }
  return null;
}

const module = readModule(new URL('../.build/web/headstock.wasm', import.meta.url));

function samplesOf(data) {
  const samples = new Float32Array(data.length >> 1);
  for (let index = 0; index < samples.length; index++) {
    samples[index] = data.readInt16LE(2 * index) / 32768;
  }
  return samples;
}

/** Returns the program's records of each file. One run analyses all files. */
function recordsOf(files, ...options) {
  // The program exits with 1 where it hears no pitch.
  const run = spawnSync(program, ['analyze', ...options, '--format', 'ndjson', ...files], {
    encoding: 'utf8', maxBuffer: 1 << 30,
  });
  if (run.error) throw run.error;
  const records = new Map();
  let last = [];
  for (const line of run.stdout.split('\n').filter((text) => text !== '')) {
    const record = JSON.parse(line);
    if ('schema' in record) records.set(record.file, last = []);
    else last.push(record);
  }
  return records;
}

/** Returns the module's readings: frequency (NaN for none) and confidence. */
function readings(samples, rate) {
  const instance = new WebInstance(module);
  instance.prepare(rate);
  const found = [];
  instance.listen(samples, instance.functions.headstock_web_result, () =>
    found.push([instance.value('frequency_hz'), instance.value('confidence')]));
  return found;
}

/** Compares the notes of a recording with those of the program. */
function compareNotes(file, samples, rate, expected) {
  const found = new WebInstance(module).notesOf(samples, rate);
  if (expected.length !== found.length) {
    fail(`${file}: ${expected.length} notes of the program, ${found.length} of the module`);
    return;
  }
  expected.forEach((note, index) => {
    const own = found[index];
    notes += 1;
    const isSame = note.start_s === own.start_s && note.end_s === own.end_s
      && (note.frequency_hz === null) === (own.frequency_hz === null)
      && (note.articulation ?? '').includes('harmonic') === (own.harmonic === 1)
      && (note.vibrato_hz === null) === (own.vibrato_hz === null);
    const cents = note.frequency_hz === null || own.frequency_hz === null ? 0
      : Math.abs(1200 * Math.log2(own.frequency_hz / note.frequency_hz));
    worst.noteCents = Math.max(worst.noteCents, cents);
    if (!isSame || !(cents <= limits.cents)) {
      fail(`${file}: note at ${note.start_s} s: ${JSON.stringify(note)} ${JSON.stringify(own)}`);
    }
  });
}

/** Returns the names and the contents of up to 100 recordings below a directory. */
function recordingsBelow(directory) {
  const all = readdirSync(directory, { recursive: true })
    .filter((name) => name.endsWith('.wav')).sort().map((name) => join(directory, name));
  const recordings = all.map((file) => [file, readWAV(file)]).filter(([, wav]) => wav);
  if (recordings.length === 0) {
    console.error(`web-readings: no WAV file with one channel of 16 bits below ${directory}`);
    process.exit(2);
  }
  const count = Math.min(most, recordings.length);
  return Array.from({ length: count }, (_, index) =>
    recordings[Math.floor(index * recordings.length / count)]);
}

const chosen = directories.flatMap(recordingsBelow);
const files = chosen.map(([file]) => file);
const [expectedNotes, expectedReadings] = [recordsOf(files), recordsOf(files, '--frames')];

const worst = { cents: 0, confidence: 0, noteCents: 0 };
let [count, notes, failures] = [0, 0, 0];
const fail = (text) => { failures += 1; console.error(text); };
for (const [file, wav] of chosen) {
  const samples = samplesOf(wav.data);
  const found = readings(samples, wav.rate);
  const rows = expectedReadings.get(file);
  if (!rows || !expectedNotes.has(file)) {
    fail(`${file}: the program has no records of it`);
    continue;
  }
  compareNotes(file, samples, wav.rate, expectedNotes.get(file));
  if (rows.length !== found.length) {
    fail(`${file}: ${rows.length} readings of the program, ${found.length} of the module`);
    continue;
  }
  rows.forEach(({ time_s: time, frequency_hz: hertz, confidence }, index) => {
    count += 1;
    const expected = hertz ?? NaN;
    const [frequency, own] = found[index];
    if (Number.isNaN(expected) !== Number.isNaN(frequency)) {
      fail(`${file}: ${time} s: ${expected} and ${frequency} Hz`);
      return;
    }
    const cents = Number.isNaN(expected) ? 0 : Math.abs(1200 * Math.log2(frequency / expected));
    const difference = Math.abs(confidence - own);
    worst.cents = Math.max(worst.cents, cents);
    worst.confidence = Math.max(worst.confidence, difference);
    if (!(cents <= limits.cents && difference <= limits.confidence)) {
      fail(`${file}: ${time} s: ${cents} cents and ${difference} of confidence apart`);
    }
  });
}
console.log(
  `${chosen.length} recordings, ${count} readings: at most ${worst.cents.toPrecision(2)} cents and `
  + `${worst.confidence.toPrecision(2)} of confidence apart; ${notes} notes: at most `
  + `${worst.noteCents.toPrecision(2)} cents`);
console.log(compareStrokes(program, module, limits, fail));
console.log(await compareRules(program, module, fail));
process.exit(failures === 0 ? 0 : 1);
