// SPDX-License-Identifier: MIT

import { EngineError } from './engine.js';
import { choice, isChoice, isOfSession } from './settings.js';

/** The form of the settings: each control has the name of its setting. */
export class SettingsForm {
  #form;
  #settings;
  #engine;
  #onChange;
  /** The values that a session at the computer decides; null for the player's own. */
  #session = null;

  /**
   * @param {HTMLFormElement} form
   * @param {Settings} settings
   * @param {Engine} engine judges a choice before it is kept.
   * @param {(name: string, value: any) => void} onChange is told of each accepted change.
   */
  constructor(form, settings, engine, onChange) {
    this.#form = form;
    this.#settings = settings;
    this.#engine = engine;
    this.#onChange = onChange;
    fillGroups(form.elements.tuning, engine.tunings());
    fill(form.elements.temperament, engine.temperaments().map((name) => [name, name]));
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('change', ({ target }) => this.#change(target));
  }

  /** Shows the settings in the controls, and no refusal any more. */
  show() {
    const values = { ...this.#settings.values, ...this.#session };
    this.#showTargets(values.target);
    for (const control of this.#form.elements) {
      if (!Object.hasOwn(values, control.name)) continue;
      if (control.type === 'checkbox') control.checked = values[control.name];
      else control.value = String(values[control.name]);
    }
    const isOwn = this.#form.elements.tuning.value !== values.tuning;
    this.#form.elements.tuning.value = isOwn ? '' : values.tuning;
    this.#form.elements.notes.value = isOwn ? values.notes ?? values.tuning : '';
    for (const control of this.#form.elements) control.removeAttribute('aria-invalid');
    for (const error of this.#form.querySelectorAll('.error')) error.textContent = '';
  }

  /**
   * Returns a sentence about a refused setting, with the texts of its control.
   *
   * The engine names settings, and the values of lists, by their ids.
   *
   * @param {{name: string, value: any, error: EngineError}} refusal
   */
  sentence({ name, value, error }) {
    const control = this.#form.elements[name];
    const label = control.labels[0].textContent;
    const hasId = error.message.startsWith(`${name} `);
    if (!error.isUnknown && !(hasId && control.localName === 'select')) {
      return hasId ? label + error.message.slice(name.length) : error.message;
    }
    const kept = String(this.#settings.values[name]);
    const option = [...control.options ?? []].find((one) => one.value === kept);
    return `${label} can't be "${value}"; "${option?.text ?? kept}" counts. Choose another.`;
  }

  /**
   * Lists the sources.
   *
   * @param {Array<[string, string]>} others sources before the microphones: an id and a text each.
   * @param {Array<{id: string, label: string}>} microphones
   */
  showSources(others, microphones) {
    const chosen = this.#settings.values.microphone;
    const sources = [
      ...others, ['', 'The system’s choice'],
      ...microphones.map(({ id, label }, index) => [id, label || `Microphone ${index + 1}`]),
    ];
    if (!sources.some(([id]) => id === chosen)) {
      // A browser lists no microphone before it has given one.
      sources.push([chosen, microphones.length > 0
        ? 'The chosen microphone (not connected)' : 'The chosen microphone']);
    }
    fill(this.#form.elements.microphone, sources);
    this.#form.elements.microphone.value = chosen;
  }

  /**
   * Shows what a session at the computer decides, and locks it.
   *
   * @param {?object} values settings by their names, `notes` for a tuning that is not built in, and
   *   `adjustments` of the targets in words; null shows the player's own settings again, and frees
   *   them.
   */
  lock(values) {
    this.#session = values;
    const isLocked = values !== null;
    for (const control of this.#form.elements) {
      if (control.name === 'notes' || isOfSession(control.name)) control.disabled = isLocked;
    }
    document.getElementById('session-hint').hidden = !isLocked;
    const adjustments = document.getElementById('session-targets');
    adjustments.textContent = values?.adjustments ?? '';
    adjustments.hidden = adjustments.textContent === '';
    this.show();
  }

  /**
   * Sets a setting as if its control had been used; false where the engine refuses.
   *
   * @param {string} name
   * @param {any} value
   * @param {HTMLElement} control the one that tells of a refusal.
   */
  set(name, value, control = this.#form.elements[name]) {
    try {
      if (isChoice(name)) this.#engine.set(...choice(name, value));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      // A choice with a string that no stroke measures has already changed the engine.
      this.#settings.applyTo(this.#engine);
      // A list shows what counts; a field keeps its text, to be corrected.
      if (control.localName === 'select') this.show();
      this.#refuse(control, this.sentence({ name, value, error }));
      return false;
    }
    this.#settings.values[name] = value;
    this.#settings.storeOnly(name);
    // A string of the earlier tuning is no target of the next.
    if (name === 'tuning' && this.#settings.values.target.startsWith('string')) {
      this.set('target', 'nearest');
    }
    this.show();
    this.#onChange(name, value);
    return true;
  }

  #change(control) {
    const { name } = control;
    if (name === 'notes') {
      if (control.value.trim() === '') this.show();
      else this.set('tuning', control.value.trim(), control);
      return;
    }
    if (name === 'tuning' && control.value === '') {
      this.#form.elements.notes.focus();
      return;
    }
    if (!Object.hasOwn(this.#settings.values, name)) return;
    if (control.type === 'checkbox') this.set(name, control.checked);
    else if (typeof this.#settings.values[name] !== 'number') this.set(name, control.value);
    else if (rounded(control).checkValidity()) this.set(name, control.valueAsNumber);
    else this.#refuse(control, control.validationMessage);
  }

  /** Shows why a setting was refused beside its control. */
  #refuse(control, sentence) {
    const error = document.getElementById(`${control.id}-error`);
    control.setAttribute('aria-invalid', 'true');
    error.textContent = sentence;
    // A button far from the control may have asked.
    error.scrollIntoView({ block: 'nearest' });
  }

  #showTargets(target) {
    const strings = this.#engine.strings();
    const rows = strings.map((string) => [
      `string ${string.number}`, `String ${string.number}: ${this.#engine.noteName(string)}`,
    ]);
    // In chromatic mode the engine lists no strings; the two other choices remain.
    fill(this.#form.elements.target, [
      ['nearest', 'The nearest string'], ['all', 'All strings (stroke)'],
      ['chromatic', 'Any note'], ...rows,
    ]);
    this.#form.elements.target.value = target;
  }
}

/**
 * Returns a number field after A4 was rounded to hundredths of a hertz, as the engine rounds it.
 *
 * The engine rounds before it checks the range, and the field shows the number that counts.
 */
function rounded(control) {
  const hertz = control.valueAsNumber;
  if (control.name === 'a4' && Number.isFinite(hertz)) {
    control.valueAsNumber = Math.round(hertz * 100) / 100;
  }
  return control;
}

/** The instruments of a tuning, by the first word of its id; a guitar's ids name no instrument. */
const INSTRUMENTS = [
  ['Guitar', []], ['Bass', ['bass']], ['Ukulele', ['ukulele']],
  ['Other instruments', ['mandolin', 'banjo', 'violin', 'cello']],
];

/** Fills a list with tunings by instrument, in the order of the engine. */
function fillGroups(select, tunings) {
  const groups = INSTRUMENTS.map(([label, words]) => {
    const group = document.createElement('optgroup');
    group.label = label;
    return { group, words };
  });
  for (const { id, name } of tunings) {
    const word = id.split('_')[0];
    const { group } = groups.find(({ words }) => words.includes(word)) ?? groups[0];
    group.append(new Option(name, id));
  }
  select.append(...groups.map(({ group }) => group));
}

/** Fills a list of choices with pairs of value and text. */
function fill(select, pairs) {
  const first = [...select.querySelectorAll('[data-first]')];
  select.replaceChildren(...first, ...pairs.map(([value, text]) => new Option(text, value)));
}
