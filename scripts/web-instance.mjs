// SPDX-License-Identifier: MIT

import { readFileSync } from 'node:fs';

/** Answers --help with the comment at the head of a script, without `//`. */
export function answerHelp(script) {
  if (!['-h', '--help'].includes(process.argv[2])) return;
  const lines = readFileSync(new URL(script), 'utf8').split('\n');
  const first = lines.findIndex((line) => line.startsWith('// Usage'));
  const count = lines.slice(first).findIndex((line) => !line.startsWith('//'));
  console.log(lines.slice(first, first + count).map((line) => line.replace(/^\/\/ ?/, '')).join('\n'));
  process.exit(0);
}

const CHUNK = 8192;
/** The samples of a recording that `tuner analyze` analyses at once. */
const PART = 4096;
const TEXT = 8192;
const STRINGS = 12;

/** One instance of the WebAssembly module, in Node.js; docs/web.md describes its functions. */
export class WebInstance {
  functions;
  #memory;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.functions = new WebAssembly.Instance(module, {}).exports;
    this.#memory = this.functions.memory.buffer;
    this.chunk = new Float32Array(this.#memory, this.functions.headstock_web_samples(), CHUNK);
    this.fields = this.#text(this.functions.headstock_web_fields()).split(',');
    this.values = new Float64Array(
      this.#memory, this.functions.headstock_web_values(), this.fields.length);
    [this.head, this.row] = this.#names(this.functions.headstock_web_strum_fields());
    this.table = new Float64Array(
      this.#memory, this.functions.headstock_web_strum_table(),
      this.head.length + STRINGS * this.row.length);
    [this.noteHead, this.noteRow] = this.#names(this.functions.headstock_web_note_fields());
    this.noteTable = new Float64Array(
      this.#memory, this.functions.headstock_web_note_table(),
      this.noteHead.length + STRINGS * this.noteRow.length);
  }

  /** Sets a choice to a text or a number; returns the status. */
  set(name, value) {
    const count = this.#write(name, 0);
    return typeof value === 'number'
      ? this.functions.headstock_web_set_number(count, value)
      : this.functions.headstock_web_set_text(count, this.#write(value, count));
  }

  /** Begins a stream. */
  prepare(rate) {
    if (this.functions.headstock_web_prepare(rate) !== 0) {
      throw new Error(`${rate} Hz was refused: ${this.#text(TEXT).split('\0')[0]}`);
    }
  }

  /** Hands samples over as a page does, 128 at once; calls `take` after each result. */
  listen(samples, result, take) {
    for (let start = 0; start < samples.length; start += 128) {
      const piece = samples.subarray(start, start + 128);
      this.chunk.set(piece);
      this.functions.headstock_web_append(piece.length);
      while (result()) take();
    }
  }

  /**
   * Returns the notes or strokes of a whole recording: the numbers of each by their names, and
   * those of the strings in `strings`.
   */
  notesOf(samples, rate) {
    const functions = this.functions;
    if (functions.headstock_web_recording_prepare(rate) !== 0) {
      throw new Error(`${rate} Hz was refused`);
    }
    const notes = [];
    const take = () => {
      while (functions.headstock_web_note() !== 0) notes.push(this.#note());
    };
    for (let start = 0; start < samples.length; start += PART) {
      const piece = samples.subarray(start, start + PART);
      this.chunk.set(piece);
      functions.headstock_web_append(piece.length);
      while (functions.headstock_web_result() || functions.headstock_web_strum_result());
      take();
    }
    functions.headstock_web_recording_finish();
    take();
    return notes;
  }

  /** Returns the sentence about a stroke; a state of a string is a number. */
  strokeSentence(strings) {
    for (const { state, isInTune, cents } of strings) {
      this.functions.headstock_web_stroke_string(state, isInTune ? 1 : 0, cents ?? NaN);
    }
    return this.#text(this.functions.headstock_web_stroke_sentence());
  }

  #note() {
    const numbers = (names, start) => Object.fromEntries(names.map((name, index) => {
      const value = this.noteTable[start + index];
      return [name, Number.isNaN(value) ? null : value];
    }));
    const strings = Array.from({ length: STRINGS }, (_, string) =>
      numbers(this.noteRow, this.noteHead.length + string * this.noteRow.length));
    return {
      ...numbers(this.noteHead, 0), strings: strings.filter(({ string }) => string !== null),
    };
  }

  /** Returns a number of a reading by its name. */
  value(name) {
    return this.values[this.fields.indexOf(name)];
  }

  /** Returns a number at the head of the table of strokes. */
  headValue(name) {
    return this.table[this.head.indexOf(name)];
  }

  /** Returns a number of a string in the table of strokes. */
  rowValue(string, name) {
    return this.table[this.head.length + string * this.row.length + this.row.indexOf(name)];
  }

  #names(length) {
    return this.#text(length).split(';').map((names) => names.split(','));
  }

  #write(text, place) {
    const bytes = new TextEncoder().encode(text);
    new Uint8Array(this.#memory, this.functions.headstock_web_text(), TEXT).set(bytes, place);
    return bytes.length;
  }

  #text(length) {
    return new TextDecoder().decode(
      new Uint8Array(this.#memory, this.functions.headstock_web_text(), length));
  }
}

/** Compiles a module. */
export function readModule(path) {
  return new WebAssembly.Module(readFileSync(path));
}
