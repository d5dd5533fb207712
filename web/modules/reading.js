// SPDX-License-Identifier: MIT

/** The states by their numbers, those of `headstock_state` in headstock.h. */
const STATES = [
  'silent', 'detecting', 'active', 'inTune', 'slightlyFlat', 'veryFlat', 'slightlySharp',
  'verySharp',
];
const COLORS = ['good', 'near', 'far', 'quiet'];
/** The colours of the states, as the reducers give them; of all other states 'quiet'. */
const STATE_COLORS = {
  inTune: 'good', slightlyFlat: 'near', slightlySharp: 'near', veryFlat: 'far', verySharp: 'far',
};
const LETTERS = 'CDEFGAB';
/** The deviation in cents at the end of the marker's scale. */
const MARKER_RANGE = 100;

/** One result of an engine with the state of the screen, as named properties. */
export class Reading {
  constructor(properties) {
    Object.assign(this, properties);
  }

  /**
   * Makes the reading of this page's engine.
   *
   * @param {string[]} fields the names of the numbers.
   * @param {Float64Array} values the numbers; NaN becomes null.
   */
  static ofNumbers(fields, values) {
    const numbers = Object.fromEntries(
      fields.map((name, index) => [name, Number.isNaN(values[index]) ? null : values[index]]));
    return new Reading({
      ...numbers,
      state: STATES[numbers.state] ?? 'silent',
      color: COLORS[numbers.color] ?? 'quiet',
    });
  }

  /**
   * Makes the reading of a record of `tuner live`, whose target is "6:E2" for a string.
   *
   * @param {object} record a line of ndjson, parsed.
   * @param {number | null} turns the phase of the strobe.
   */
  static ofRecord(record, turns) {
    const { note, cents, frequency_hz: frequency } = record;
    const string = /^(\d+):/.exec(record.target ?? '');
    return new Reading({
      time_s: record.time_s,
      frequency_hz: frequency,
      sigma_cents: record.sigma_cents,
      cents,
      level_dbfs: record.level_dbfs,
      state: record.state,
      color: STATE_COLORS[record.state] ?? 'quiet',
      letter: note === null ? null : LETTERS.indexOf(note[0]),
      accidental: note === null ? null : note.length - 1,
      octave: record.octave,
      string: string && Number(string[1]),
      harmonic_string: null,
      guidance_cents: null,
      guidance_string: null,
      marker: Math.min(Math.max(0.5 + (cents ?? 0) / MARKER_RANGE / 2, 0), 1),
      target_hz: cents === null ? null : frequency / 2 ** (cents / 1200),
      strobe_turns: turns,
    });
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
