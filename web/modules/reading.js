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
      state_number: numbers.state,
      state: STATES[numbers.state] ?? 'silent',
      color: COLORS[numbers.color] ?? 'quiet',
      isFar: numbers.far === 1,
    });
  }

  /**
   * Makes the reading of a record of `tuner live`, whose target is "6:E2" for a string.
   *
   * Its deviation from a locked string is of any size; that of a reading stays within a semitone,
   * and beyond it the guidance has the distance.
   *
   * @param {object} record a line of ndjson, parsed.
   * @param {boolean} isFar true for a deviation beyond the range of a locked string.
   * @param {number | null} turns the phase of the strobe.
   */
  static ofRecord(record, isFar, turns) {
    const { note, cents, frequency_hz: frequency } = record;
    const string = Number(/^(\d+):/.exec(record.target ?? '')?.[1] ?? 0) || null;
    return new Reading({
      time_s: record.time_s,
      frequency_hz: frequency,
      sigma_cents: record.sigma_cents,
      cents: isFar ? Math.sign(cents) * MARKER_RANGE : cents,
      level_dbfs: record.level_dbfs,
      state_number: STATES.indexOf(record.state),
      state: record.state,
      color: STATE_COLORS[record.state] ?? 'quiet',
      letter: note === null ? null : LETTERS.indexOf(note[0]),
      accidental: note === null ? null : note.length - 1,
      octave: record.octave,
      string,
      harmonic_string: null,
      isFar,
      guidance_cents: isFar ? cents : null,
      guidance_string: isFar ? string : null,
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
