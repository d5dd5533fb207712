// SPDX-License-Identifier: MIT

import { StrokeNeedles } from './stroke-needles.js';

/** The signs of the words: an arrow could mean the string, or the way to turn its peg. */
const SIGNS = {
  awaited: '·', unclear: '?', uncertain: '±', flat: '♭ flat', inTune: '✓', sharp: '♯ sharp',
};
/** The time in milliseconds after which the strings are shown as not listened to. */
const STALE = 1000;

/** The strings of a stroke: a needle for each, and the sentence that a screen reader speaks. */
export class StrokePanel {
  #needles;
  #sentence;
  #engine;
  #announcer;
  #received = -Infinity;
  /** The stroke that was announced last, and the number of signals then; null before the first. */
  #announced = null;
  /** The last result; null before the first. */
  reading = null;

  /**
   * @param {{canvas: HTMLCanvasElement, sentence: HTMLElement}} elements
   * @param {Engine} engine names the notes and makes the sentences.
   * @param {Announcer} announcer
   */
  constructor({ canvas, sentence }, engine, announcer) {
    this.#needles = new StrokeNeedles(canvas);
    this.#sentence = sentence;
    this.#engine = engine;
    this.#announcer = announcer;
  }

  /** Forgets the colours, because the theme has changed. */
  refresh() {
    this.#needles.refresh();
  }

  /** Forgets the strings of an earlier session. */
  clear() {
    this.reading = null;
    this.#announced = null;
    this.#sentence.textContent = '';
  }

  /** True while results arrive. */
  get isCurrent() {
    return performance.now() - this.#received <= STALE;
  }

  /** Takes the newest result. */
  take(reading) {
    this.reading = reading;
    this.#received = performance.now();
    if (reading.strokes === 0) return;
    const sentence = this.#engine.strokeSentence(reading.strings.map((string) => this.#heard(string)));
    if (this.#sentence.textContent !== sentence) this.#sentence.textContent = sentence;
    this.#announce(reading, sentence);
  }

  /**
   * Announces a stroke once its readings are settled, and the newest readings when a string has
   * come in tune: numbers move while a string decays.
   */
  #announce(reading, sentence) {
    const { strokes, feedback } = reading;
    const isSame = this.#announced?.strokes === strokes;
    if (!reading.isSettled || (isSame && this.#announced.feedback === feedback)) return;
    this.#announced = { strokes, feedback };
    this.#announcer.sayAgain(isSame ? sentence : this.#engine.strokeSentence(
      reading.strings.map((string) => ({
        state: string.settled_state, isInTune: string.settled_in_tune === 1,
        cents: string.settled_cents,
      }))));
  }

  /**
   * Draws a frame.
   *
   * @param {number} time milliseconds.
   * @param {object} options the strings of the tuning, the in-tune window in cents, and whether the
   *   strings stand from high to low and the needles jump.
   */
  draw(time, { strings, tolerance, isLeftHanded, isReduced }) {
    const age = Math.max(0, performance.now() - this.#received);
    const columns = this.reading
      ? this.reading.strings.map((string) => this.#column(string, age))
      : strings.map((string) => ({
        name: this.#engine.noteName(string), cents: null, sigma: null, marker: null,
        color: 'quiet', brightness: null, word: '·',
      }));
    if (isLeftHanded) columns.reverse();
    this.#needles.draw(time, columns, tolerance, isReduced);
  }

  /** Returns what a sentence says of a string: a reading of an earlier stroke was not heard. */
  #heard(string) {
    const isOfStroke = this.reading.isOfStroke(string);
    const other = ['unclear', 'uncertain'].includes(string.state) ? string.state : 'silent';
    return {
      state: isOfStroke ? 'sounding' : other, isInTune: string.in_tune === 1,
      cents: string.cents,
    };
  }

  #column(string, milliseconds) {
    const isListening = this.isCurrent;
    const seconds = (string.age_s ?? 0) + (isListening ? 0 : milliseconds / 1000);
    return {
      name: this.#engine.noteName(string), cents: string.cents, sigma: string.sigma_cents,
      marker: string.marker, color: string.color,
      brightness: isListening ? string.brightness : 0, word: word(string, seconds, isListening),
    };
  }
}

/** Returns the word of the engine, or the age of a reading that is not of a sounding string. */
function word(string, seconds, isListening) {
  const isDoubtful = isListening && ['unclear', 'uncertain'].includes(string.word);
  if (string.cents === null || isDoubtful) return SIGNS[string.word];
  return string.brightness && isListening ? SIGNS[string.word] : ageText(seconds);
}

/** Returns the age of a reading, such as "4 s". */
export function ageText(seconds) {
  return seconds < 60 ? `${Math.round(seconds)} s` : `${Math.floor(seconds / 60)} min`;
}
