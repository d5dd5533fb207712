// SPDX-License-Identifier: MIT

/**
 * The time in milliseconds for which the last note stays readable while the source is silent, and
 * after which the reading of a source that sends nothing is no longer current.
 */
const STALE = 1500;
const QUIETEST = -90;

/** Returns a number with its sign and some decimals, such as "−5.0". */
export function signed(number, digits = 1) {
  const text = Math.abs(number).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${number < 0 ? '−' : '+'}${text}`;
}

/** Returns a standard deviation as "± 0.1": at least the resolution of the cents beside it. */
export function errorText(sigma) {
  return sigma === null ? '' : `± ${Math.max(sigma, 0.1).toFixed(1)}`;
}

/** The note, the deviation and the level as text, and the sentence for a screen reader. */
export class Readout {
  #parts;
  #engine;
  #announcer;
  #heard = -Infinity;
  #spoken = null;
  #newest = null;
  #received = -Infinity;

  /**
   * @param {HTMLElement} element has the elements `note`, `cents`, `detail` and `level` as
   *   `data-part`.
   * @param {Engine} engine names the notes.
   * @param {Announcer} announcer
   */
  constructor(element, engine, announcer) {
    this.#parts = { element };
    for (const part of element.querySelectorAll('[data-part]')) {
      this.#parts[part.dataset.part] = part;
    }
    this.#engine = engine;
    this.#announcer = announcer;
  }

  /**
   * Shows the newest reading.
   *
   * @param {number} time milliseconds.
   * @param {?Reading} reading
   * @param {boolean} isListening false for a reading from before the end of listening, which stays,
   *   dimmed.
   */
  draw(time, reading, isListening) {
    if (reading !== this.#newest) [this.#newest, this.#received] = [reading, time];
    const isCurrent = isListening && time - this.#received <= STALE;
    const { element, note, cents, detail, level } = this.#parts;
    element.toggleAttribute('data-stale', !isCurrent && reading !== null);
    level.value = Math.max((isCurrent ? reading?.level_dbfs : null) ?? QUIETEST, QUIETEST);
    level.textContent = `${Math.round(level.value)} dB`;
    if (!reading?.isSounding) {
      element.dataset.color = 'quiet';
      this.#engine.resetSpoken();
      if (time - this.#heard > STALE) this.#clear();
      return;
    }
    this.#heard = time;
    element.dataset.color = reading.color;
    set(note, this.#engine.noteName(reading.note));
    set(cents, this.#deviation(reading));
    set(detail, this.#detail(reading));
    if (!isCurrent || reading === this.#spoken) return;
    this.#spoken = reading;
    const line = this.#engine.spoken(reading);
    if (line !== '') this.#announcer.say(line);
  }

  #clear() {
    const { note, cents, detail } = this.#parts;
    set(note, '–');
    set(cents, '');
    set(detail, '');
  }

  /** Returns the cents; far from the locked string, the distance from it. */
  #deviation({ cents, isFar, guidance_string: string, guidance_cents: distance }) {
    if (isFar && string !== null && distance !== null) return this.#engine.way(string, distance);
    return cents === null ? '' : `${signed(cents)} cents`;
  }

  #detail(reading) {
    const parts = [`${reading.frequency_hz.toFixed(2)} Hz`];
    if (reading.sigma_cents !== null) parts.push(`${errorText(reading.sigma_cents)} cents`);
    if (reading.string !== null) parts.push(`string ${reading.string}`);
    if (reading.harmonic_string !== null) parts.push('harmonic');
    if (!reading.isFar && reading.guidance_cents !== null && reading.guidance_string !== null) {
      parts.push(this.#engine.way(reading.guidance_string, reading.guidance_cents));
    }
    return parts.join(' · ');
  }
}

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
