// SPDX-License-Identifier: MIT

import { Engine, EngineError, STRING_STATES } from './engine.js';

/** Samples that are handed over at once, as `tuner analyze` does. */
const CHUNK = 4096;
/** The most columns of a spectrogram, and the shortest distance of two in seconds. */
const COLUMNS = 1200;
const STEP = 0.01;
/** The range of shades below the strongest level, in binary logarithms of power. */
const DEPTH = 22;

/** Analyses a recording: posts every reading, the notes or strokes, and a spectrogram. */
self.onmessage = ({ data: { bytes, choices, samples, rate } }) => {
  const engine = new Engine(new WebAssembly.Module(bytes));
  try {
    for (const [name, value] of choices) engine.set(name, value);
    engine.prepareRecording(rate);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    self.postMessage({ failure: error.message });
    return;
  }
  const [rows, lanes, notes, columns] = [[], [], [], []];
  const step = Math.max(Math.ceil(samples.length / COLUMNS), Math.round(STEP * rate));
  for (let start = 0; start < samples.length;) {
    const end = Math.min(start + CHUNK, (columns.length + 1) * step, samples.length);
    engine.append([samples.subarray(start, end)]);
    while (engine.next()) rows.push(engine.values.slice());
    while (engine.nextStroke()) addLanes(engine, lanes);
    takeNotes(engine, notes);
    if (end === (columns.length + 1) * step) columns.push(engine.spectrum());
    start = end;
  }
  engine.finishRecording();
  takeNotes(engine, notes);
  const spectrogram = columns.length > 0 ? shades(columns, columns.length * step / rate) : null;
  self.postMessage(
    { fields: engine.fields, rows, lanes, notes, spectrogram },
    spectrogram ? [spectrogram.levels.buffer] : []);
};

function takeNotes(engine, notes) {
  for (let note = engine.nextNote(); note; note = engine.nextNote()) {
    // Only this engine has the strings and the in-tune window of the recording.
    if (note.strings) note.sentence = engine.strokeSentence(note.strings.map(verdict));
    notes.push(note);
  }
}

/** Returns what a sentence says of a string of a stroke. */
function verdict({ state, in_tune: isInTune, cents }) {
  return { state: STRING_STATES[state], isInTune: isInTune === 1, cents };
}

/** Adds the readings of the strings that sound, each to the lane of its string. */
function addLanes(engine, lanes) {
  const { head, row } = engine.strokeFields;
  const values = engine.strokeValues;
  const place = Object.fromEntries(row.map((name, index) => [name, index]));
  const time = values[head.indexOf('time_s')];
  for (let string = 0; string < values[head.indexOf('strings')]; string++) {
    const start = head.length + string * row.length;
    const lane = lanes[string] ??= [];
    if (values[start + place.update_state] !== 2) continue;
    lane.push({
      time_s: time, frequency_hz: values[start + place.update_hz],
      cents: values[start + place.update_cents],
      confidence: values[start + place.update_confidence],
    });
  }
}

/** Returns the levels as shades from 0 to 255, column after column. */
function shades(columns, seconds) {
  const rows = columns[0].length;
  let strongest = -Infinity;
  for (const column of columns) {
    for (const level of column) if (Number.isFinite(level)) strongest = Math.max(strongest, level);
  }
  const levels = new Uint8ClampedArray(columns.length * rows);
  columns.forEach((column, index) => {
    column.forEach((level, row) => {
      levels[index * rows + row] = 255 * (level - strongest + DEPTH) / DEPTH;
    });
  });
  return { levels, columns: columns.length, rows, seconds };
}
