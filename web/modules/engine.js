// SPDX-License-Identifier: MIT

import { decode, encode } from './utf8.js';

/** The most samples that one call hands over. */
const CHUNK = 8192;
const TEXT_BYTES = 8192;
const STRING_ROWS = 12;
const STRING_NUMBERS = 9;
/** The states of a string by their numbers. */
export const STRING_STATES = ['silent', 'unclear', 'sounding', 'uncertain'];
/** The words beside a needle by their numbers. */
export const STRING_WORDS = [
  'awaited', 'unclear', 'uncertain', 'earlier', 'flat', 'inTune', 'sharp',
];

/** The status of a call whose name or value this engine does not have. */
const UNKNOWN = -1;

/** A refusal by the engine; its message is a sentence for a person. */
export class EngineError extends Error {
  /** True where the engine does not have the name or the value; the message then names neither. */
  isUnknown;

  constructor(message, isUnknown = false) {
    super(message);
    this.isUnknown = isUnknown;
  }
}

/**
 * One instance of the WebAssembly module, whose functions docs/web.md describes.
 *
 * It runs where it is made: on the page's thread, in a worker or in an AudioWorklet.
 */
export class Engine {
  #functions;
  #text;
  #table;
  #notes;
  #noteFields;
  /** The names of a reading's numbers, in order. */
  fields;
  /** The numbers of the last reading; NaN is "not known". The engine overwrites them. */
  values;
  /** The names of the numbers of strokes: those of the head, and those of a string. */
  strokeFields;
  /** The numbers of the last result of every string: the head, then 12 rows. */
  strokeValues;
  /** The mean of the channels that were handed over last; the next ones overwrite it. */
  mean;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#functions = new WebAssembly.Instance(module, {}).exports;
    const { buffer } = this.#functions.memory;
    this.mean = new Float32Array(buffer, this.#functions.headstock_web_samples(), CHUNK);
    this.#text = new Uint8Array(buffer, this.#functions.headstock_web_text(), TEXT_BYTES);
    this.#table = new Float64Array(
      buffer, this.#functions.headstock_web_string_table(), STRING_ROWS * STRING_NUMBERS);
    this.fields = this.#read(this.#functions.headstock_web_fields()).split(',');
    this.values = new Float64Array(
      buffer, this.#functions.headstock_web_values(), this.fields.length);
    this.strokeFields = this.#tableFields(this.#functions.headstock_web_strum_fields());
    this.strokeValues = tableValues(
      buffer, this.#functions.headstock_web_strum_table(), this.strokeFields);
    this.#noteFields = this.#tableFields(this.#functions.headstock_web_note_fields());
    this.#notes = tableValues(
      buffer, this.#functions.headstock_web_note_table(), this.#noteFields);
  }

  // MARK: - Listening

  /** Begins a stream of `rate` samples a second; throws an EngineError where it is refused. */
  prepare(rate) {
    this.#check(this.#functions.headstock_web_prepare(rate));
  }

  /** Begins a recording, whose notes or strokes are found as well. For a worker: it allocates. */
  prepareRecording(rate) {
    this.#check(this.#functions.headstock_web_recording_prepare(rate));
  }

  /** Ends a recording: `nextNote` then returns the last note. */
  finishRecording() {
    this.#functions.headstock_web_recording_finish();
  }

  /** Returns the next note or stroke that is over, a stroke with its `strings`; null for none. */
  nextNote() {
    const kind = this.#functions.headstock_web_note();
    if (kind === 0) return null;
    const { head, row } = this.#noteFields;
    const note = named(head, this.#notes, 0);
    if (kind === 1) return note;
    const strings = Array.from({ length: STRING_ROWS }, (_, index) =>
      named(row, this.#notes, head.length + index * row.length));
    return { ...note, strings: strings.filter(({ string }) => string !== null) };
  }

  /** Returns the levels of the newest window: a column of a spectrogram, from the lowest row. */
  spectrum() {
    const count = this.#functions.headstock_web_spectrum();
    const { buffer } = this.#functions.memory;
    return new Float32Array(buffer, this.#functions.headstock_web_levels(), count).slice();
  }

  /** Ends the stream. */
  stop() {
    this.#functions.headstock_web_stop();
  }

  /**
   * Hands over the mean of some channels, which `mean` then holds: one Float32Array each, of at
   * most 8192 samples.
   *
   * Call `next` until it returns false. Allocates nothing.
   */
  append(channels) {
    const { length } = channels[0];
    const chunk = this.mean;
    const scale = 1 / channels.length;
    for (let index = 0; index < length; index++) {
      let sum = 0;
      for (let channel = 0; channel < channels.length; channel++) sum += channels[channel][index];
      chunk[index] = sum * scale;
    }
    this.#functions.headstock_web_append(length);
  }

  /** Computes the next reading into `values`; false if all samples are used. */
  next() {
    return this.#functions.headstock_web_result() === 1;
  }

  /**
   * Computes the next result of every string into `strokeValues`; false where the samples are used
   * up, and where the target is one string at a time.
   */
  nextStroke() {
    return this.#functions.headstock_web_strum_result() === 1;
  }

  /**
   * Shows, in `strokeValues`, a result of every string that another tuner measured: the target is
   * `all`, and this engine does not listen.
   *
   * @param {number} rate samples a second.
   * @param {object[]} records the lines of an update of `tuner live --strum`, parsed.
   * @returns {boolean} false where the engine refuses it.
   */
  showStroke(rate, records) {
    const { head, row } = this.strokeFields;
    const values = this.strokeValues;
    values.fill(NaN);
    records.slice(0, STRING_ROWS).forEach((record, index) => {
      const fields = {
        string: record.string, update_state: STRING_STATES.indexOf(record.state),
        update_cents: record.cents, update_sigma_cents: record.sigma_cents,
        update_confidence: record.confidence,
      };
      for (const [name, value] of Object.entries(fields)) {
        values[head.length + index * row.length + row.indexOf(name)] = value ?? NaN;
      }
    });
    const [{ time_s: time, onset_s: onset }] = records;
    return this.#functions.headstock_web_strum_show(rate, time, onset ?? NaN) === 1;
  }

  // MARK: - Choices

  /** Sets a choice to a text or a number; throws an EngineError where it is refused. */
  set(name, value) {
    const key = encode(name);
    this.#text.set(key);
    if (typeof value === 'number') {
      this.#check(this.#functions.headstock_web_set_number(key.length, value));
      return;
    }
    const bytes = encode(value);
    if (key.length + bytes.length > TEXT_BYTES) throw new EngineError('The text is too long.');
    this.#text.set(bytes, key.length);
    this.#check(this.#functions.headstock_web_set_text(key.length, bytes.length));
  }

  // MARK: - Tables

  /** Returns the strings of the tuning from the highest number to 1; none in chromatic mode. */
  strings() {
    const count = this.#functions.headstock_web_strings();
    return Array.from({ length: count }, (_, row) => {
      const [number, , , frequency, , done, letter, accidental, octave] =
        this.#table.subarray(row * STRING_NUMBERS, (row + 1) * STRING_NUMBERS);
      return { number, frequency, isDone: done === 1, letter, accidental, octave };
    });
  }

  /** Returns the name of a note with its octave in the chosen notation. */
  noteName({ letter, accidental, octave }) {
    return this.#read(this.#functions.headstock_web_note_name(letter, accidental)) + octave;
  }

  /** Returns a distance from a string with its name, such as "E2: 2.8 semitones flat". */
  way(string, cents) {
    return this.#read(this.#functions.headstock_web_way(string, cents));
  }

  /** True for a deviation at the end of the range of the locked string. */
  isFar(cents) {
    return this.#functions.headstock_web_is_far(cents) === 1;
  }

  /**
   * Returns a sentence about a stroke, such as "D3 is 12 cents flat; the others are in tune."
   *
   * @param {Array<{state: string, isInTune: boolean, cents: ?number}>} strings all strings of the
   *   tuning, in the order of the instrument; a state is one of STRING_STATES.
   */
  strokeSentence(strings) {
    for (const { state, isInTune, cents } of strings) {
      this.#functions.headstock_web_stroke_string(
        STRING_STATES.indexOf(state), isInTune ? 1 : 0, cents ?? NaN);
    }
    return this.#read(this.#functions.headstock_web_stroke_sentence());
  }

  /** Returns what a screen reader says of a reading now; '' while the last line holds. */
  spoken(reading) {
    const { time_s: time, state_number: state, letter, accidental, octave, cents } = reading;
    return this.#read(this.#functions.headstock_web_spoken(
      time, state, letter, accidental, octave, cents ?? NaN,
      reading.guidance_string ?? 0, reading.guidance_cents ?? NaN));
  }

  /** Forgets the last line of a screen reader. */
  resetSpoken() {
    this.#functions.headstock_web_spoken_reset();
  }

  /** Returns the built-in tunings: an id and a name each. */
  tunings() {
    return this.#lines(this.#functions.headstock_web_tunings()).map((line) => {
      const [id, name] = line.split('\t');
      return { id, name };
    });
  }

  /** Returns the names of the temperaments. */
  temperaments() {
    return this.#lines(this.#functions.headstock_web_temperaments());
  }

  // MARK: - The marker

  /** Puts the marker in the middle; it jumps to its goals where `isReduced`. */
  resetMarker(isReduced) {
    this.#functions.headstock_web_marker_reset(isReduced ? 1 : 0);
  }

  /** Moves the marker for some seconds towards a goal and returns its position, 0 to 1. */
  moveMarker(goal, seconds) {
    return this.#functions.headstock_web_marker_step(goal, seconds);
  }

  #read(length) {
    return decode(this.#text.subarray(0, length));
  }

  /** Returns the names of a table's head and of its rows. */
  #tableFields(length) {
    const [head, row] = this.#read(length).split(';').map((names) => names.split(','));
    return { head, row };
  }

  #lines(length) {
    return this.#read(length).split('\n').filter((line) => line !== '');
  }

  #check(status) {
    if (status >= 0) return;
    const end = this.#text.indexOf(0);
    throw new EngineError(this.#read(end < 0 ? TEXT_BYTES : end), status === UNKNOWN);
  }
}

/** Returns the numbers of a table: its head, then a row for each string. */
function tableValues(buffer, address, { head, row }) {
  return new Float64Array(buffer, address, head.length + STRING_ROWS * row.length);
}

/** Returns numbers by their names; NaN becomes null. */
export function named(fields, values, start) {
  return Object.fromEntries(fields.map((name, index) => {
    const value = values[start + index];
    return [name, Number.isNaN(value) ? null : value];
  }));
}

/** Returns the numbers of strings that are measured as one: bit n of `positions` is string n. */
export function numbersOf(positions) {
  const numbers = [];
  for (let number = 1; positions >> number > 0; number++) {
    if (positions >> number & 1) numbers.push(number);
  }
  return numbers;
}
