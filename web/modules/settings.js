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

/** The themes of style.css. */
const THEMES = ['system', 'light', 'dark'];

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
    settings.#take(readStored());
    return settings;
  }

  /** Keeps all settings for the next visit; false where the browser keeps nothing. */
  store() {
    return this.#keep(this.values);
  }

  /** Keeps one setting: another tab may have changed the others since this one read them. */
  storeOnly(name) {
    return this.#keep({ ...readStored(), [name]: this.values[name] });
  }

  #keep(values) {
    try {
      localStorage.setItem(KEY, JSON.stringify(values));
      return true;
    } catch {
      return false;
    }
  }

  /** Takes the settings of a link's fragment; false where it has none. */
  takeLink(fragment) {
    const pairs = shared(fragment);
    this.#take(Object.fromEntries(
      pairs.map(([name, text]) => [name, read(STANDARD[name], text)])));
    return pairs.length > 0;
  }

  /** Returns a link to this page with every shared setting: another visitor may have stored any. */
  link(address) {
    const url = new URL(address);
    url.hash = new URLSearchParams(
      SHARED.map((name) => [name, String(this.values[name])])).toString();
    return url.href;
  }

  /** Returns the choices of the engine, each by its name there. */
  choices() {
    return ENGINE.map((name) => choice(name, this.values[name]));
  }

  /**
   * Sets the engine's choices; one that it refuses becomes the standard.
   *
   * @returns {Array<{name: string, value: any, error: EngineError}>} the refused choices.
   */
  applyTo(engine) {
    const refusals = [];
    // The target before may refuse a tuning or a capo.
    engine.set('target', 'nearest');
    for (const name of ENGINE) {
      try {
        engine.set(...choice(name, this.values[name]));
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        refusals.push({ name, value: this.values[name], error });
        this.reset(name);
        engine.set(...choice(name, this.values[name]));
      }
    }
    return refusals;
  }

  /** Takes the standard value of a setting again. */
  reset(name) {
    this.values[name] = STANDARD[name];
  }

  #take(values) {
    for (const [name, value] of Object.entries(values ?? {})) {
      if (Object.hasOwn(STANDARD, name) && typeof value === typeof STANDARD[name]
        && !Number.isNaN(value) && (name !== 'theme' || THEMES.includes(value))) {
        this.values[name] = value;
      }
    }
  }
}

/** Returns true for the fragment of a link to settings. */
export function isLink(fragment) {
  return shared(fragment).length > 0;
}

/** Returns the names and texts of the settings in a fragment. */
function shared(fragment) {
  return [...new URLSearchParams(fragment.replace(/^#/, ''))]
    .filter(([name]) => SHARED.includes(name));
}

/** Returns what is stored; nothing where there is no storage, or a damaged entry. */
function readStored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
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
