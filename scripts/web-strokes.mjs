// SPDX-License-Identifier: MIT

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebInstance } from './web-instance.mjs';

const KEYS = [40, 45, 50, 55, 59, 64];
const COEFFICIENTS = [6e-5, 5e-5, 4e-5, 6e-5, 4e-5, 2.5e-5];
const RATES = [48000, 44100];
const STROKES = 12;
const SECONDS = 2;
/** The noise of the strokes: −51 and −71 dB under full scale. */
const NOISES = [1e-2, 1e-3];
/**
 * The shares of readings whose cents and whose confidence may differ by more than the limits, and
 * their largest differences: in sigmas, and of confidence.
 *
 * The two transforms round differently, and a fit goes on from the one before. Where partials of two
 * strings coincide, the difference grows, and lasts for some updates. The shape of a line is computed
 * again once it has moved far enough, which may be an update earlier in one of the two; that changes
 * the confidence by up to 0.02, and the cents by thousandths.
 */
const EXCEPTIONS = { centsShare: 0.01, confidenceShare: 0.05, sigmas: 1, confidence: 0.05 };
/** The largest number of readings of strokes, of one noise, that are those of another update. */
const OTHER_UPDATES = 1;
const STATES = ['silent', 'unclear', 'sounding', 'uncertain'];
/** The in-tune window of the program and of the page. */
const TOLERANCE = 10;
/** Choices of the module in the order in which it takes them; the program has options for them. */
const CHOICES = [
  [], [['a4', 442], ['temperament', 'pythagorean'], ['tuning', 'drop_d'], ['capo', 2]],
];

/** Returns the options of the program for choices of the module. */
function options(choices) {
  return choices.flatMap(([name, value]) => [`--${name}`, `${value}`]);
}

/** Returns the keys of the strings by choices of the module. */
function keys(choices) {
  const { tuning, capo } = { capo: 0, ...Object.fromEntries(choices) };
  return KEYS.map((key, string) => key + capo - (tuning === 'drop_d' && string === 0 ? 2 : 0));
}

/**
 * Makes a stroke over six decaying stiff strings, and noise.
 *
 * Each string is up to 25 cents off. One in nine is not struck.
 */
function stroke(rate, random, noise, choices) {
  const samples = new Float64Array(SECONDS * rate);
  keys(choices).forEach((key, string) => {
    const [cents, share] = [50 * random() - 25, random()];
    if (share < 1 / 9) return;
    const stiffness = COEFFICIENTS[string];
    const first = 440 * 2 ** ((key - 69) / 12 + cents / 1200) / Math.sqrt(1 + stiffness);
    const start = Math.round((0.2 + 0.02 * string) * rate);
    for (let n = 1; n <= 20; n++) {
      const frequency = n * first * Math.sqrt(1 + stiffness * n * n);
      if (frequency > 0.45 * rate) break;
      const [amplitude, phase] = [0.04 * (0.5 + random()) / n, 2 * Math.PI * random()];
      // A decaying partial is the product of the one a sample before with one complex number.
      const [decay, angle] = [Math.exp(-(0.5 + 0.25 * n) / rate), 2 * Math.PI * frequency / rate];
      const [real, imaginary] = [decay * Math.cos(angle), decay * Math.sin(angle)];
      let [x, y] = [amplitude * Math.cos(phase), amplitude * Math.sin(phase)];
      for (let place = start; place < samples.length; place++) {
        samples[place] += y;
        const next = x * real - y * imaginary;
        y = x * imaginary + y * real;
        x = next;
      }
    }
  });
  return samples.map((sample) => sample + noise * (random() - 0.5));
}

/** Returns random numbers from 0 to 1, the same ones for a seed. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns a WAV file with one channel of 16 bits, and the samples that it holds. */
export function wav(samples, rate) {
  const data = Buffer.alloc(44 + 2 * samples.length);
  data.write('RIFF', 0, 'latin1');
  data.writeUInt32LE(36 + 2 * samples.length, 4);
  data.write('WAVEfmt ', 8, 'latin1');
  data.writeUInt32LE(16, 16);
  data.writeUInt16LE(1, 20);
  data.writeUInt16LE(1, 22);
  data.writeUInt32LE(rate, 24);
  data.writeUInt32LE(2 * rate, 28);
  data.writeUInt16LE(2, 32);
  data.writeUInt16LE(16, 34);
  data.write('data', 36, 'latin1');
  data.writeUInt32LE(2 * samples.length, 40);
  const held = new Float32Array(samples.length);
  samples.forEach((sample, index) => {
    const value = Math.max(-32768, Math.min(32767, Math.round(32768 * sample)));
    data.writeInt16LE(value, 44 + 2 * index);
    held[index] = value / 32768;
  });
  return { data, held };
}

/** Returns the records of the program. */
function records(program, file, ...options) {
  const run = spawnSync(program, ['analyze', '--strum', ...options, '-f', 'ndjson', file], {
    encoding: 'utf8', maxBuffer: 1 << 30,
  });
  return run.stdout.trim().split('\n').slice(1).map((line) => JSON.parse(line));
}

/** Returns an instance that measures strokes. */
function instanceOf(module, choices) {
  const instance = new WebInstance(module);
  for (const [name, value] of [...choices, ['target', 'all']]) {
    if (instance.set(name, value) !== 0) throw new Error(`${name} ${value} was refused`);
  }
  return instance;
}

/** Returns the readings of every update of the module, string by string. */
function moduleRows(module, rate, samples, choices) {
  const instance = instanceOf(module, choices);
  instance.prepare(rate);
  const rows = [];
  instance.listen(samples, instance.functions.headstock_web_strum_result, () => {
    for (let string = 0; string < instance.headValue('strings'); string++) {
      const value = (name) => instance.rowValue(string, name);
      rows.push({
        time: instance.headValue('time_s'), string: value('string'),
        state: STATES[value('update_state')], hertz: value('update_hz'),
        cents: value('update_cents'), confidence: value('update_confidence'),
      });
    }
  });
  return rows;
}

/**
 * Compares the strokes that are over with those of the program. Returns the number of strings whose
 * reading is that of another update.
 *
 * A stroke takes the last reading of a string whose sigma is at most twice the smallest. A sigma
 * depends on whether the partials fit a stiff string, and rounding decides that where it is close. The
 * two then choose different updates. The module's reading must equal a reading of the program, and lie
 * within one sigma of the program's choice.
 */
function compareStroke(name, expected, [own, ...others], updates, cents, fail) {
  const distance = (one, other) => Math.abs(1200 * Math.log2(one.frequency_hz / other.frequency_hz));
  const differs = (record, string) => record.frequency_hz !== null
    && !(distance(string, record) <= cents);
  const isOfAnotherUpdate = (record, string) =>
    distance(string, record) <= Math.max(record.sigma_cents, string.sigma_cents)
    && updates.some((update) => update.string === record.string && update.state === 'sounding'
      && distance(string, update) <= cents);
  const isSame = own && others.length === 0 && expected.length === own.strings.length
    && expected.every((record, index) => {
      const string = own.strings[index];
      return record.start_s === own.start_s && record.end_s === own.end_s
        && record.string === string.string && record.state === soundingState(string)
        && (record.frequency_hz === null) === (string.frequency_hz === null)
        && (!differs(record, string) || isOfAnotherUpdate(record, string));
    });
  if (!isSame) {
    fail(`${name}: ${JSON.stringify(expected)} ${JSON.stringify(own)}`);
    return 0;
  }
  return expected.filter((record, index) => differs(record, own.strings[index])).length;
}

/** Returns the state of a string in the program's words, which leave the verdict to its reader. */
function soundingState({ state }) {
  return STATES[state] === 'uncertain' ? 'sounding' : STATES[state];
}

/** Returns the sentences of the module for the program's strokes, and the program's own. */
function sentences(program, module, file, choices, strokes) {
  const instance = instanceOf(module, choices);
  const strings = new Map();
  for (const { stroke, state, cents } of strokes) {
    if (!strings.has(stroke)) strings.set(stroke, []);
    strings.get(stroke).push({
      state: STATES.indexOf(state), isInTune: cents !== null && Math.abs(cents) <= TOLERANCE, cents,
    });
  }
  const text = spawnSync(
    program,
    ['analyze', '--strum', '--tolerance', `${TOLERANCE}`, ...options(choices), file],
    { encoding: 'utf8' });
  const own = [...text.stdout.matchAll(/^ *Stroke .*? s: (.*)$/gm)].map(([, sentence]) => sentence);
  return {
    module: [...strings.values()].map((stroke) => instance.strokeSentence(stroke)),
    program: own.map((sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1)),
  };
}

/**
 * Compares strokes: the readings of the module with those of `analyze --strum --frames`, and the
 * sentences of the module with those of `analyze --strum`.
 *
 * @param {string} program the path of tuner.
 * @param {WebAssembly.Module} module
 * @param {{cents: number, confidence: number}} limits the largest differences of nearly all.
 * @param {(text: string) => void} fail is told of each larger one.
 * @returns {string} the results, a line for each noise.
 */
export function compareStrokes(program, module, limits, fail) {
  const lines = [compareCourses(program, module, fail)];
  for (const noise of NOISES) {
    lines.push(compareNoise(program, module, noise, limits, fail));
  }
  return lines.join('\n');
}

/** Compares the sentences about strokes over the unison courses of a twelve-string guitar. */
function compareCourses(program, module, fail) {
  const directory = mkdtempSync(join(tmpdir(), 'headstock-courses-'));
  const choices = [['tuning', 'twelve_string']];
  let spoken = 0;
  try {
    for (let number = 1; number <= 3; number++) {
      const file = join(directory, `stroke-${number}.wav`);
      writeFileSync(
        file, wav(stroke(RATES[0], generator(number), NOISES[1], []), RATES[0]).data);
      const own = records(program, file, ...options(choices));
      const { module: made, program: told } = sentences(program, module, file, choices, own);
      if (!told.some((sentence) => /strings \d\+\d \(/i.test(sentence))) {
        fail(`stroke ${number} over courses: the program named none in "${told}"`);
      }
      told.forEach((sentence, index) => {
        spoken += 1;
        if (made[index] !== sentence) fail(`"${made[index]}", "${sentence}"`);
      });
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
  return `${spoken} sentences about unison courses are the same`;
}

function compareNoise(program, module, noise, limits, fail) {
  const directory = mkdtempSync(join(tmpdir(), 'headstock-strokes-'));
  const worst = { cents: 0, confidence: 0 };
  let [count, sounding, spoken, otherUpdates] = [0, 0, 0, 0];
  const exceptions = { cents: 0, confidence: 0 };
  try {
    for (let number = 1; number <= STROKES; number++) {
      const rate = RATES[number % RATES.length];
      const choices = CHOICES[Math.floor(number / 2) % CHOICES.length];
      const { data, held } = wav(stroke(rate, generator(number), noise, choices), rate);
      const file = join(directory, `stroke-${number}.wav`);
      writeFileSync(file, data);
      const expected = records(program, file, '--frames', ...options(choices));
      const found = moduleRows(module, rate, held, choices);
      if (expected.length !== found.length || found.length === 0) {
        fail(`stroke ${number}: ${expected.length} readings of the program, ${found.length}`);
        continue;
      }
      expected.forEach((record, index) => {
        const own = found[index];
        count += 1;
        if (record.state !== own.state || record.string !== own.string) {
          fail(`stroke ${number}: ${record.time_s} s: string ${record.string} is ${record.state} `
            + `and string ${own.string} ${own.state}`);
          return;
        }
        if (record.frequency_hz === null) return;
        sounding += own.state === 'sounding' ? 1 : 0;
        const cents = Math.max(
          Math.abs(1200 * Math.log2(own.hertz / record.frequency_hz)),
          Math.abs(own.cents - record.cents));
        const confidence = Math.abs(own.confidence - record.confidence);
        worst.cents = Math.max(worst.cents, cents);
        worst.confidence = Math.max(worst.confidence, confidence);
        exceptions.cents += cents > limits.cents ? 1 : 0;
        exceptions.confidence += confidence > limits.confidence ? 1 : 0;
        const most = Math.max(limits.cents, EXCEPTIONS.sigmas * record.sigma_cents);
        if (!(cents <= most && confidence <= EXCEPTIONS.confidence)) {
          fail(`stroke ${number}: ${record.time_s} s, string ${record.string}: ${cents} cents and `
            + `${confidence} of confidence apart`);
        }
      });
      const own = records(program, file, ...options(choices));
      otherUpdates += compareStroke(
        `stroke ${number}`, own, instanceOf(module, choices).notesOf(held, rate), expected,
        limits.cents, fail);
      const { module: made, program: told } = sentences(program, module, file, choices, own);
      if (told.length === 0) fail(`stroke ${number}: the program told no stroke`);
      told.forEach((sentence, index) => {
        spoken += 1;
        if (made[index] !== sentence) fail(`stroke ${number}: "${made[index]}", "${sentence}"`);
      });
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
  if (exceptions.cents > EXCEPTIONS.centsShare * sounding) {
    fail(`the cents of ${exceptions.cents} readings differ by more`);
  }
  if (otherUpdates > OTHER_UPDATES) {
    fail(`${otherUpdates} strings have the reading of another update`);
  }
  if (exceptions.confidence > EXCEPTIONS.confidenceShare * sounding) {
    fail(`the confidence of ${exceptions.confidence} readings differs by more`);
  }
  return `${STROKES} strokes with noise of ${noise}, ${count} readings, ${sounding} of sounding strings: at most `
    + `${worst.cents.toPrecision(2)} cents and ${worst.confidence.toPrecision(2)} of confidence `
    + `apart, ${exceptions.cents} by more than ${limits.cents} cents and ${exceptions.confidence} by `
    + `more than ${limits.confidence}; ${otherUpdates} of another update; `
    + `${spoken} sentences are the same`;
}
