// SPDX-License-Identifier: MIT

import { EngineError } from './engine.js';

const KEY = 'headstock';

/** Every setting with its standard value. Its type is the type of the value. */
const STANDARD = Object.freeze({
  tuning: 'standard',
  target: 'nearest',
  capo: 0,
  a4: 440,
  temperament: 'equal',
  notation: 'english',
  tolerance: 10,
  hysteresis: 0,
  noiseGateThreshold: 0.3,
  isLeftHanded: false,
  theme: 'system',
  microphone: '',
});

/** The settings that the engine takes, in the order in which it takes them. */
const ENGINE = [
  'a4', 'temperament', 'notation', 'tolerance', 'hysteresis', 'noiseGateThreshold', 'tuning',
  'capo', 'target',
];
/** The settings of the engine that the page itself follows too, whoever measures. */
const OF_PAGE = ['notation'];
/** The settings that a link shares: not the microphone of this machine. */
const SHARED = Object.keys(STANDARD).filter((name) => name !== 'microphone');

/** The settings of a player: kept between visits, and shared as a link. */
export class Settings {
  values = { ...STANDARD };

  /**
   * Reads what an earlier visit stored.
   *
   * @param {string} microphone the source where no visit has chosen one; '' is the system's choice.
   */
  static stored(microphone = '') {
    const settings = new Settings();
    settings.values.microphone = microphone;
    try {
      settings.#take(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
    } catch {
      // A page without storage, or with a damaged entry, begins with the standard settings.
    }
    return settings;
  }

  /** Keeps the settings for the next visit; false where the browser keeps nothing. */
  store() {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.values));
      return true;
    } catch {
      return false;
    }
  }

  /** Takes the settings of a link's fragment; false where it has none. */
  takeLink(fragment) {
    const pairs = [...new URLSearchParams(fragment.replace(/^#/, ''))]
      .filter(([name]) => SHARED.includes(name))
      .map(([name, text]) => [name, read(STANDARD[name], text)]);
    this.#take(Object.fromEntries(pairs));
    return pairs.length > 0;
  }

  /** Returns a link to this page with the settings that differ from the standard. */
  link(address) {
    const url = new URL(address);
    url.hash = new URLSearchParams(
      SHARED.filter((name) => this.values[name] !== STANDARD[name])
        .map((name) => [name, String(this.values[name])])).toString();
    return url.href;
  }

  /** Returns the choices of the engine, each by its name there. */
  choices() {
    return ENGINE.map((name) => choice(name, this.values[name]));
  }

  /** Sets the engine's choices; one that it refuses becomes the standard. Returns the reasons. */
  applyTo(engine) {
    const reasons = [];
    // The target before may refuse a tuning or a capo.
    engine.set('target', 'nearest');
    for (const name of ENGINE) {
      try {
        engine.set(...choice(name, this.values[name]));
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        reasons.push(error.message);
        this.reset(name);
        engine.set(...choice(name, this.values[name]));
      }
    }
    return reasons;
  }

  /** Takes the standard value of a setting again. */
  reset(name) {
    this.values[name] = STANDARD[name];
  }

  #take(values) {
    for (const [name, value] of Object.entries(values ?? {})) {
      if (Object.hasOwn(STANDARD, name) && typeof value === typeof STANDARD[name]
        && !Number.isNaN(value)) {
        this.values[name] = value;
      }
    }
  }
}

/** Returns a setting as a name and value of the engine; a locked string has a name of its own. */
export function choice(name, value) {
  const locked = name === 'target' && /^string (\d+)$/.exec(value);
  return locked ? ['string', Number(locked[1])] : [name, value];
}

/** Returns true for a setting that the engine takes. */
export function isChoice(name) {
  return ENGINE.includes(name);
}

/** Returns true for a setting that a session at the computer decides. */
export function isOfSession(name) {
  return isChoice(name) && !OF_PAGE.includes(name);
}

/** Reads a text as the type of the standard value. */
function read(standard, text) {
  if (typeof standard === 'number') return text.trim() === '' ? Number.NaN : Number(text);
  return typeof standard === 'boolean' ? text === 'true' : text;
}
