// SPDX-License-Identifier: MIT

/** The shortest time between two announcements in milliseconds. */
const PAUSE = 1000;

/** A live region that a screen reader speaks, with a new text at most once a second. */
export class Announcer {
  #region;
  #last = -Infinity;
  #timer = null;
  #next = '';

  /** @param {HTMLElement} region an element with `aria-live="polite"`. */
  constructor(region) {
    this.#region = region;
  }

  /** Announces a text that was announced last once more: screen readers skip what is the same. */
  sayAgain(text) {
    this.say(text === this.#region.textContent ? `${text}\u00a0` : text);
  }

  /** Announces a text; a newer one replaces it before it is spoken. */
  say(text) {
    this.#next = text;
    if (this.#timer !== null || text === this.#region.textContent) return;
    const wait = Math.max(0, this.#last + PAUSE - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#next === this.#region.textContent) return;
      this.#last = performance.now();
      this.#region.textContent = this.#next;
    }, wait);
  }
}
