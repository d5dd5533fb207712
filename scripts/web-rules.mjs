// SPDX-License-Identifier: MIT

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { WebInstance } from './web-instance.mjs';
import { wav } from './web-strokes.mjs';

const RATE = 48000;
/** The notes: their deviations from A2 in cents, and their levels in dB beside the loudest. */
const NOTES = [[0, 0], [-40, 0], [-15, 0], [15, 0], [40, 0], [0, -28], [0, -32]];
/** The states that the records must have. */
const STATES = [
  'silent', 'veryFlat', 'slightlyFlat', 'inTune', 'slightlySharp', 'verySharp',
];
/** The values of a reading that the page takes from a record and the module from its engine. */
const EQUAL = ['state', 'color', 'letter', 'accidental', 'octave', 'string'];
/** The largest differences of computed values. */
const CLOSE = { marker: 1e-4, target_hz: 1e-3 };

/** Returns plucked notes of a second each, with a second of silence after each. */
function plucks() {
  const samples = new Float64Array((2 * NOTES.length + 1) * RATE);
  NOTES.forEach(([cents, level], index) => {
    for (let n = 1; n <= 8; n++) {
      const step = 2 * Math.PI * 110 * 2 ** (cents / 1200) * n / RATE;
      const [amplitude, decay] = [0.3 / n * 10 ** (level / 20), (0.8 + 0.25 * n) / RATE];
      for (let place = 0; place < RATE; place++) {
        samples[(2 * index + 1) * RATE + place] +=
          amplitude * Math.exp(-decay * place) * Math.sin(step * place);
      }
    }
  });
  return samples;
}

/** Imports modules of the page, which Node.js takes for scripts without a package beside them. */
async function pageModules(directory) {
  cpSync(fileURLToPath(new URL('../web/modules', import.meta.url)), directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{"type": "module"}');
  const load = (name) => import(pathToFileURL(join(directory, name)));
  return { ...await load('reading.js'), ...await load('analysis-tables.js') };
}

/**
 * Compares rules of the page with those of the program and the module: what a record of the program
 * shows, and which notes are too faint to be listed.
 *
 * @param {string} program the path of tuner.
 * @param {WebAssembly.Module} module
 * @param {(text: string) => void} fail is told of each difference.
 * @returns {Promise<string>} the result, a line.
 */
export async function compareRules(program, module, fail) {
  const directory = mkdtempSync(join(tmpdir(), 'headstock-rules-'));
  try {
    const { Reading, audible } = await pageModules(join(directory, 'modules'));
    const { data, held } = wav(plucks(), RATE);
    const file = join(directory, 'plucks.wav');
    writeFileSync(file, data);
    const analyze = (...options) =>
      spawnSync(program, ['analyze', ...options, file], { encoding: 'utf8' }).stdout;

    const instance = new WebInstance(module);
    instance.prepare(RATE);
    const own = [];
    instance.listen(held, instance.functions.headstock_web_result, () =>
      own.push(Reading.ofNumbers(instance.fields, instance.values)));
    const records = analyze('--frames', '--format', 'ndjson').trim().split('\n').slice(1)
      .map((line) => JSON.parse(line));
    if (records.length !== own.length) {
      fail(`${records.length} records of the program, ${own.length} of the module`);
    }
    records.forEach((record, index) => {
      const [shown, expected] = [Reading.ofRecord(record, false, null), own[index] ?? {}];
      const differs = (name) => name in CLOSE && shown[name] !== null && expected[name] !== null
        ? !(Math.abs(shown[name] - expected[name]) <= CLOSE[name])
        : shown[name] !== expected[name];
      for (const name of [...EQUAL, ...Object.keys(CLOSE)].filter(differs)) {
        fail(`${record.time_s} s: ${name} is ${shown[name]} of a record and ${expected[name]}`);
      }
    });
    for (const state of STATES.filter((name) => !records.some((record) => record.state === name))) {
      fail(`no record is ${state}`);
    }

    const notes = new WebInstance(module).notesOf(held, RATE);
    const listed = audible(notes).map((note) => note.start_s.toFixed(2));
    const told = [...analyze().matchAll(/^ *([\d.]+) to /gm)].map(([, start]) => start);
    if (notes.length !== NOTES.length || told.length !== NOTES.length - 1) {
      fail(`${notes.length} notes were heard, and ${told.length} are not faint`);
    }
    if (listed.join() !== told.join()) fail(`the page lists notes at ${listed}, tuner at ${told}`);
    return `${records.length} records of the program are shown as readings of the module, and the `
      + `same ${listed.length} of ${notes.length} notes are listed`;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
