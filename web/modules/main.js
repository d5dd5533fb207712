// SPDX-License-Identifier: MIT

import { Announcer } from './announcer.js';
import { Engine } from './engine.js';
import { FileAnalysis } from './file-analysis.js';
import { History } from './history.js';
import { ListeningSession } from './listening-session.js';
import { Needle } from './needle.js';
import { Readout } from './readout.js';
import { ReferenceTone } from './reference-tone.js';
import { SettingsForm } from './settings-form.js';
import { Settings, choice, isChoice } from './settings.js';
import { StringList } from './string-list.js';
import { Strobe } from './strobe.js';
import { listMicrophones } from './microphone.js';

const element = (id) => document.getElementById(id);
const stillness = matchMedia('(prefers-reduced-motion: reduce)');
const darkness = matchMedia('(prefers-color-scheme: dark)');

/** Shows a sentence above everything else; '' for none. */
function say(sentence) {
  element('message').textContent = sentence;
  element('message').hidden = sentence === '';
}

const bytes = await (await fetch('headstock.wasm')).arrayBuffer();
// The page's own engine judges choices, names notes and moves the marker. It never listens.
const engine = new Engine(await WebAssembly.compile(bytes));
const settings = Settings.stored();
if (settings.takeLink(location.hash)) {
  history.replaceState(null, '', location.pathname + location.search);
}
const refused = settings.applyTo(engine);
settings.store();
say(refused.join(' '));

// MARK: - What the page shows

const readout = new Readout(element('readout'), engine, new Announcer(element('announcement')));
const needle = new Needle(element('needle'), engine);
const strobe = new Strobe(element('strobe'));
const past = new History(element('history'));
const form = new SettingsForm(element('settings'), settings, engine, follow);
const strings = new StringList(element('strings'), engine, new ReferenceTone(), (number) =>
  form.set('target', number === null ? 'nearest' : `string ${number}`));
const session = new ListeningSession(
  { listen: element('listen'), record: element('record'), saved: element('saved') },
  {
    options: () => ({ id: settings.values.microphone, bytes, choices: settings.choices() }),
    onReading: (reading) => past.add(reading),
    onStrings: (rows) => strings.mark(rows),
    onStart: () => past.clear(),
    onChange: async () => form.showMicrophones(await listMicrophones()),
    say,
  });
new FileAnalysis(
  { input: element('file'), drop: element('drop'), output: element('analysis') },
  {
    options: () => ({ bytes, choices: settings.choices() }),
    tolerance: () => settings.values.tolerance,
    nameOf: (note) => engine.noteName(note),
  });

function showStrings() {
  const locked = /^string (\d+)$/.exec(settings.values.target);
  strings.show(engine.strings(), {
    locked: locked && Number(locked[1]), isLeftHanded: settings.values.isLeftHanded,
  });
}

function showTheme() {
  document.documentElement.dataset.theme = settings.values.theme;
  for (const drawing of [needle, strobe, past]) drawing.refresh();
}

function showMotion() {
  engine.resetMarker(stillness.matches);
  // A strobe is motion and nothing else.
  element('strobe').hidden = stillness.matches;
}

/** Follows an accepted change of a setting. */
function follow(name, value) {
  if (isChoice(name)) {
    session.set(...choice(name, value));
    showStrings();
  }
  if (name === 'isLeftHanded') showStrings();
  if (name === 'theme') showTheme();
  if (name === 'microphone') session.restart();
}

function draw(time) {
  const { reading } = session;
  readout.draw(time, reading);
  needle.draw(time, reading, settings.values.tolerance);
  if (!stillness.matches) strobe.draw(time, reading);
  past.draw(settings.values.tolerance);
  strings.draw(reading);
  requestAnimationFrame(draw);
}

// MARK: - Start

stillness.addEventListener('change', showMotion);
darkness.addEventListener('change', showTheme);
element('share').addEventListener('click', async () => {
  const link = element('link');
  link.value = settings.link(location.href);
  link.hidden = false;
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
    element('shared').textContent = 'Copied.';
  } catch {
    element('shared').textContent = 'Copy the link from the field.';
  }
});
showTheme();
showMotion();
form.showMicrophones(await listMicrophones());
form.show();
showStrings();
session.enable();
requestAnimationFrame(draw);
if (globalThis.isSecureContext) await navigator.serviceWorker?.register('service-worker.js');
