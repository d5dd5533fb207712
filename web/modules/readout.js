// SPDX-License-Identifier: MIT

/** The time in milliseconds for which the last note stays readable. */
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

  /** Shows the newest reading. */
  draw(time, newest) {
    if (newest !== this.#newest) {
      this.#newest = newest;
      this.#received = time;
    }
    // A source that has stopped leaves its last reading.
    const reading = time - this.#received > STALE ? null : newest;
    const { element, note, cents, detail, level } = this.#parts;
    level.value = Math.max(reading?.level_dbfs ?? QUIETEST, QUIETEST);
    level.textContent = `${Math.round(level.value)} dB`;
    if (!reading?.isSounding) {
      element.dataset.color = 'quiet';
      if (time - this.#heard > STALE) this.#clear();
      return;
    }
    this.#heard = time;
    element.dataset.color = reading.color;
    const name = this.#engine.noteName(reading.note);
    set(note, name);
    set(cents, reading.cents === null ? '' : `${signed(reading.cents)} cents`);
    set(detail, this.#detail(reading));
    this.#announcer.say(sentence(name, reading));
  }

  #clear() {
    const { note, cents, detail } = this.#parts;
    set(note, '–');
    set(cents, '');
    set(detail, '');
  }

  #detail(reading) {
    const parts = [`${reading.frequency_hz.toFixed(2)} Hz`];
    if (reading.sigma_cents !== null) parts.push(`${errorText(reading.sigma_cents)} cents`);
    if (reading.string !== null) parts.push(`string ${reading.string}`);
    if (reading.harmonic_string !== null) parts.push('harmonic');
    if (reading.guidance_cents !== null && reading.guidance_string !== null) {
      parts.push(this.#engine.distance(reading.guidance_string, reading.guidance_cents));
    }
    return parts.join(' · ');
  }
}

/** Returns what a screen reader says of a reading: whole cents, so that it changes seldom. */
function sentence(name, { cents, state }) {
  if (cents === null) return name;
  if (state === 'inTune') return `${name} in tune`;
  const whole = Math.round(Math.abs(cents));
  return `${name}, ${whole} ${whole === 1 ? 'cent' : 'cents'} ${cents < 0 ? 'flat' : 'sharp'}`;
}

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
