// SPDX-License-Identifier: MIT

/** The states by their numbers, those of `headstock_state` in headstock.h. */
const STATES = [
  'silent', 'detecting', 'active', 'inTune', 'slightlyFlat', 'veryFlat', 'slightlySharp',
  'verySharp',
];
const COLORS = ['good', 'near', 'far', 'quiet'];

/** One result of the engine with the state of the screen, as named properties. */
export class Reading {
  /**
   * @param {string[]} fields the names of the numbers.
   * @param {Float64Array} values the numbers; NaN becomes null.
   */
  constructor(fields, values) {
    fields.forEach((name, index) => {
      this[name] = Number.isNaN(values[index]) ? null : values[index];
    });
    this.state = STATES[this.state] ?? 'silent';
    this.color = COLORS[this.color] ?? 'quiet';
  }

  /** True where the engine is sure enough of a pitch to show it. */
  get isSounding() {
    return this.letter !== null && this.state !== 'silent' && this.state !== 'detecting';
  }

  /** The note to be named by `Engine.noteName`. */
  get note() {
    return { letter: this.letter, accidental: this.accidental, octave: this.octave };
  }
}
