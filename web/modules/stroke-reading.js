// SPDX-License-Identifier: MIT

import { STRING_STATES, STRING_WORDS, named, numbersOf } from './engine.js';

const COLORS = ['good', 'near', 'far', 'quiet'];

/** One result of every string with the state of the screen, as named properties. */
export class StrokeReading {
  /** The strings in the order of the instrument, each with the numbers of its row. */
  strings;

  /**
   * @param {{head: string[], row: string[]}} fields the names of the numbers.
   * @param {Float64Array} values the table of strokes; NaN becomes null.
   */
  constructor({ head, row }, values) {
    Object.assign(this, named(head, values, 0));
    this.strings = Array.from({ length: this.strings }, (_, index) => {
      const string = named(row, values, head.length + index * row.length);
      return {
        ...string,
        state: STRING_STATES[string.state],
        settled_state: STRING_STATES[string.settled_state] ?? null,
        word: STRING_WORDS[string.word],
        numbers: numbersOf(string.positions),
        color: COLORS[string.color],
      };
    });
  }

  /** True where the newest stroke sounded a string. */
  isOfStroke(string) {
    return this.strokes > 0 && string.stroke === this.strokes;
  }

  /** True where the readings of the newest stroke are settled. */
  get isSettled() {
    return this.strokes > 0 && this.settled_stroke === this.strokes;
  }
}
