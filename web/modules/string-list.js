// SPDX-License-Identifier: MIT

import { errorText, signed } from './readout.js';
import { ageText } from './stroke-panel.js';

/** The strings of the tuning as buttons: one locks the tuner to a string, one sounds its pitch. */
export class StringList {
  #list;
  #engine;
  #tone;
  #onLock;
  #rows = [];
  /** The numbers of the strings that have been in tune. */
  #done = new Set();

  /**
   * @param {HTMLElement} list
   * @param {Engine} engine names the notes.
   * @param {ReferenceTone} tone
   * @param {(string: number) => void} onLock
   */
  constructor(list, engine, tone, onLock) {
    this.#list = list;
    this.#engine = engine;
    this.#tone = tone;
    this.#onLock = onLock;
  }

  /**
   * Makes the rows of a tuning; `locked` is the number of the string that alone is tuned, and
   * `isFixed` is true where the player can't choose it here.
   */
  show(strings, { locked, isLeftHanded, isFixed }) {
    const ordered = isLeftHanded ? [...strings].reverse() : strings;
    const focused = this.#rows.find(({ item }) => item.contains(document.activeElement));
    const part = document.activeElement.className;
    this.#rows = ordered.map((string) => this.#row(string, string.number === locked, isFixed));
    this.#list.replaceChildren(...this.#rows.map(({ item }) => item));
    // The button that was pressed by a key is a new one now.
    this.#rows.find(({ number }) => number === focused?.number)?.item
      .querySelector(`.${part}`).focus({ preventScroll: true });
    this.#list.hidden = strings.length === 0;
    // A tone that no button shows could not be ended.
    if (!strings.some(({ frequency }) => frequency === this.#tone.frequency)) this.#tone.stop();
    this.#showDone();
  }

  /** Marks the strings that have been in tune; the marks stay when the rows are made again. */
  mark(strings) {
    this.#done = new Set(
      strings.filter(({ isDone }) => isDone).map(({ number }) => number));
    this.#showDone();
  }

  #showDone() {
    for (const { number, done } of this.#rows) {
      done.textContent = this.#done.has(number) ? '✓ in tune' : '';
    }
  }

  /** Marks the string that sounds. */
  draw(reading) {
    const sounding = reading?.isSounding ? reading.string : null;
    for (const { number, item } of this.#rows) {
      item.classList.toggle('matched', number === sounding);
    }
  }

  /**
   * Shows the last reading of each string of a stroke, and marks those that sound now.
   *
   * Strings that are measured as one have one reading. Only a reading of the newest stroke has a
   * verdict; an earlier one has its age.
   */
  drawStroke(reading, isCurrent) {
    for (const { number, item, done } of this.#rows) {
      const string = reading?.strings.find(({ numbers }) => numbers.includes(number));
      const isOfStroke = string !== undefined && reading.isOfStroke(string);
      item.classList.toggle('matched', isCurrent && string?.state === 'sounding');
      item.classList.toggle('off', isOfStroke && string.in_tune === 0);
      item.classList.toggle('earlier', string !== undefined && !isOfStroke);
      const text = string && string.cents !== null ? strokeText(string, isOfStroke) : '';
      if (done.textContent !== text) done.textContent = text;
    }
  }

  #row(string, isLocked, isFixed) {
    const item = document.createElement('li');
    const name = this.#engine.noteName(string);
    const lock = document.createElement('button');
    lock.type = 'button';
    lock.className = 'string';
    lock.setAttribute('aria-pressed', String(isLocked));
    lock.disabled = isFixed;
    const frequency = Number.isFinite(string.frequency) ? string.frequency.toFixed(2) : '?';
    const done = span('', 'done');
    lock.append(
      span(`${string.number}`, 'number'), ' ', span(name, 'name'), ' ',
      span(`${frequency} Hz`, 'frequency'), ' ', done);
    lock.addEventListener('click', () => this.#onLock(isLocked ? null : string.number));
    const play = document.createElement('button');
    play.type = 'button';
    play.className = 'tone';
    play.textContent = '♪';
    play.setAttribute('aria-label', `Play ${name}`);
    play.setAttribute('aria-pressed', String(this.#tone.frequency === string.frequency));
    play.addEventListener('click', () => this.#play(string.frequency));
    item.append(lock, play);
    return { number: string.number, frequency: string.frequency, item, done, play };
  }

  async #play(frequency) {
    await this.#tone.toggle(frequency);
    for (const row of this.#rows) {
      row.play.setAttribute('aria-pressed', String(this.#tone.frequency === row.frequency));
    }
  }
}

function strokeText({ cents, sigma_cents: sigma, in_tune: isInTune, age_s: age }, isOfStroke) {
  const end = isOfStroke ? isInTune === 1 ? ' ✓' : '' : ` · ${ageText(age)}`;
  return `${signed(cents)} ${errorText(sigma)} cents${end}`;
}

function span(text, name) {
  const element = document.createElement('span');
  element.className = name;
  element.textContent = text;
  return element;
}
