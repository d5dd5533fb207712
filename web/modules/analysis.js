// SPDX-License-Identifier: MIT

import { Reading } from './reading.js';
import { wavFormat } from './wav.js';

/** The largest file in bytes, and the longest recording in seconds. */
const LARGEST = 200e6;
const LONGEST = 1200;
/** The rate at which a file that is not WAV is decoded. */
const USUAL_RATE = 48000;
/** The rates that browsers decode to. */
const RATES = { lowest: 8000, highest: 96000 };

/** A reason why a file is not analysed, as a sentence. */
export class AnalysisFailure extends Error {}

/**
 * Analyses a recording with the engine in a worker; nothing leaves the page.
 *
 * @param {File} file any format that the browser decodes.
 * @param {{bytes: ArrayBuffer, choices: Array, signal: AbortSignal}} engine the module, its
 *   choices, and the signal that ends the analysis.
 * @returns {Promise<{name: string, seconds: number, readings: Reading[], lanes: object[][],
 *   notes: object[], spectrogram: ?object}>} the lanes are the readings of each string of strokes,
 *   and the notes are strokes then.
 * @throws {AnalysisFailure} or the reason of the signal.
 */
export async function analyze(file, { bytes, choices, signal }) {
  if (file.size > LARGEST) throw new AnalysisFailure(`${file.name} is larger than 200 MB.`);
  const { samples, rate } = await decode(file);
  signal.throwIfAborted();
  const seconds = samples.length / rate;
  checkLength(file, seconds);
  const worker = new Worker(new URL('analysis-worker.js', import.meta.url), { type: 'module' });
  try {
    const { failure, fields, rows, ...found } = await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => reject(new AnalysisFailure(`${file.name} could not be analysed.`));
      worker.postMessage({ bytes, choices, samples, rate }, [samples.buffer]);
    });
    if (failure) throw new AnalysisFailure(failure);
    const readings = rows.map((row) => Reading.ofNumbers(fields, row));
    return { name: file.name, seconds, readings, ...found };
  } finally {
    worker.terminate();
  }
}

function checkLength(file, seconds) {
  if (seconds > LONGEST) throw new AnalysisFailure(`${file.name} is longer than 20 minutes.`);
}

/** Decodes a file at its own rate where that is known, and mixes its channels. */
async function decode(file) {
  let buffer;
  try {
    buffer = await file.arrayBuffer();
  } catch {
    throw new AnalysisFailure(`${file.name} could not be read.`);
  }
  const wav = wavFormat(buffer);
  // Decoding a long file needs much memory. Other formats do not state their length in one place.
  if (wav) checkLength(file, wav.seconds);
  const rate = Math.min(Math.max(wav?.rate ?? USUAL_RATE, RATES.lowest), RATES.highest);
  let audio;
  try {
    audio = await new OfflineAudioContext(1, 1, rate).decodeAudioData(buffer);
  } catch {
    throw new AnalysisFailure(`${file.name} is not a recording that this browser can decode.`);
  }
  const samples = new Float32Array(audio.length);
  for (let channel = 0; channel < audio.numberOfChannels; channel++) {
    audio.getChannelData(channel).forEach((sample, index) => {
      samples[index] += sample / audio.numberOfChannels;
    });
  }
  return { samples, rate };
}

/** Returns for each note that was heard: its name, its readings, and the middle of its cents. */
export function summary(readings, nameOf) {
  const notes = new Map();
  for (const reading of readings) {
    if (!reading.isSounding || reading.cents === null) continue;
    const name = nameOf(reading.note);
    if (!notes.has(name)) notes.set(name, []);
    notes.get(name).push(reading.cents);
  }
  return [...notes].map(([name, cents]) => {
    cents.sort((first, second) => first - second);
    const at = (share) => cents[Math.floor(share * (cents.length - 1))];
    return { name, count: cents.length, median: at(0.5), spread: (at(0.75) - at(0.25)) / 2 };
  });
}
