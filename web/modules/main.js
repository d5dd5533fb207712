// SPDX-License-Identifier: MIT

import { Announcer } from './announcer.js';
import { Engine, EngineError } from './engine.js';
import { FileAnalysis } from './file-analysis.js';
import { History } from './history.js';
import { ListeningSession } from './listening-session.js';
import { Microphone, listMicrophones } from './microphone.js';
import { Needle } from './needle.js';
import { PracticePanel } from './practice-panel.js';
import { Readout } from './readout.js';
import { ReferenceTone } from './reference-tone.js';
import { SESSION, ServedSession, sessionAddress } from './served-session.js';
import { SettingsForm } from './settings-form.js';
import { Settings, choice, isChoice, isLink } from './settings.js';
import { StringList } from './string-list.js';
import { Strobe } from './strobe.js';
import { StrokePanel } from './stroke-panel.js';
import { StrokeReading } from './stroke-reading.js';

const element = (id) => document.getElementById(id);
const stillness = matchMedia('(prefers-reduced-motion: reduce)');
const darkness = matchMedia('(prefers-color-scheme: dark)');
const forcedColors = matchMedia('(forced-colors: active)');

/** Shows a sentence above everything else; '' for none. */
function say(sentence) {
  element('message').textContent = sentence;
  element('message').hidden = sentence === '';
}

/** Returns the bytes of the module, and the page's own engine. */
async function load() {
  try {
    const bytes = await (await fetch('headstock.wasm')).arrayBuffer();
    return { bytes, engine: new Engine(await WebAssembly.compile(bytes)) };
  } catch (error) {
    say(`The tuner did not load (${error.message}). Load the page again, or use another browser.`);
    throw error;
  }
}

// The page's own engine judges choices, names notes and moves the marker. It never listens.
const { bytes, engine } = await load();
/** The records of the computer that serves the page; null for a page that runs by itself. */
const records = sessionAddress();
const settings = Settings.stored(records ? SESSION : '');
if (settings.takeLink(location.hash)) {
  history.replaceState(null, '', location.pathname + location.search);
}
const refused = settings.applyTo(engine);
settings.store();

// MARK: - What the page shows

const announcer = new Announcer(element('announcement'));
const readout = new Readout(element('readout'), engine, announcer);
const needle = new Needle(element('needle'), engine);
const strobe = new Strobe(element('strobe'));
const past = new History(element('history'));
const strokes = new StrokePanel(
  { canvas: element('strokes'), sentence: element('stroke-sentence') }, engine, announcer);
const form = new SettingsForm(element('settings'), settings, engine, follow);
const strings = new StringList(element('strings'), engine, new ReferenceTone(), (number) =>
  form.set('target', number === null ? 'nearest' : `string ${number}`));
const session = new ListeningSession(
  { listen: element('listen'), record: element('record'), saved: element('saved') },
  {
    open: () => (records && settings.values.microphone === SESSION
      ? ServedSession.open(records, engine)
      : Microphone.open({ id: settings.values.microphone, bytes, choices: settings.choices() })),
    onReading: (reading) => past.add(reading),
    onStroke: ({ fields, values }) => strokes.take(new StrokeReading(fields, values)),
    onStrings: (rows) => strings.mark(rows),
    onStart: (source) => {
      past.clear();
      strokes.clear();
      strings.mark([]);
      followSession(source.description ?? null);
    },
    onChange: showSources,
    say,
  });
new FileAnalysis(
  {
    input: element('file'), drop: element('drop'), sentence: element('analysis-sentence'),
    output: element('analysis'),
  },
  {
    options: () => ({ bytes, choices: settings.choices() }),
    tolerance: () => settings.values.tolerance,
    nameOf: (note) => engine.noteName(note),
  });

/** The strings of the tuning from the highest number to 1. */
let tuned = [];

/** The record that describes the session at the computer; null while the page measures. */
let described = null;

/** True where every string of a stroke is the target. */
function isOfStrokes() {
  return described ? ServedSession.isOfStrokes(described) : settings.values.target === 'all';
}

/** Returns the in-tune window in cents: that of the session at the computer, or the page's own. */
function tolerance() {
  return described?.tolerance_cents ?? settings.values.tolerance;
}

function showTarget() {
  document.body.dataset.target = isOfStrokes() ? 'all' : 'one';
  const button = element('all-strings');
  button.setAttribute('aria-pressed', String(isOfStrokes()));
  button.disabled = described !== null;
  // The records of strokes have no level.
  document.querySelector('.level').hidden = described !== null && isOfStrokes();
}

/** Shows the strings of a session at the computer; null for those of the page's own settings. */
function followSession(description) {
  if (description === null && described === null) return;
  described = description;
  settings.applyTo(engine);
  if (described) {
    // The notes sound as they are: the capo is in them.
    const { strings: notes, temperament, a4_hz: a4, string } = described;
    const targets = notes === null
      ? [['target', 'chromatic']]
      : [
        ['capo', 0], ['target', 'nearest'], ['tuning', notes],
        ...(isOfStrokes() ? [['target', 'all']] : string ? [['string', string]] : []),
      ];
    // The records have no margin and no gate of their own: a string that sounds is told.
    const rules = [['tolerance', tolerance()], ['hysteresis', 0], ['noiseGateThreshold', 0]];
    for (const [name, value] of [
      ...rules, ['a4', a4], ['temperament', temperament], ...targets,
    ]) {
      attempt(name, value);
    }
  }
  form.lock(described && sessionSettings(described));
  showTarget();
  showStrings();
}

/** Returns the settings of a session as the form shows them; '' for one that no record tells. */
function sessionSettings({
  tuning, strings: notes, string, capo, a4_hz: a4, temperament, offsets, stretch,
}) {
  const target = notes === null ? 'chromatic'
    : isOfStrokes() ? 'all' : string ? `string ${string}` : 'nearest';
  const parts = [offsets && `offsets ${offsets}`, stretch && `stretch ${stretch}`].filter(Boolean);
  return {
    tuning, notes, capo, a4, temperament, target, tolerance: tolerance(), hysteresis: '',
    noiseGateThreshold: '',
    adjustments: parts.length > 0 ? `Targets of strings are adjusted: ${parts.join(', ')}.` : '',
  };
}

/** Sets a choice of the session; a temperament of the player's own files is not known here. */
function attempt(name, value) {
  try {
    engine.set(name, value);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
  }
}

async function showSources() {
  form.showSources(
    records ? [[SESSION, 'The computer (tuner serve)']] : [], await listMicrophones());
}

function showStrings() {
  // The session may adjust the targets of strings.
  tuned = engine.strings().map((string, index) => ({
    ...string, frequency: described?.targets_hz?.[index] ?? string.frequency,
  }));
  const locked = /^string (\d+)$/.exec(settings.values.target);
  strings.show(tuned, {
    locked: described ? described.string ?? null : locked && Number(locked[1]),
    isLeftHanded: settings.values.isLeftHanded,
    isFixed: described !== null,
  });
}

function showTheme() {
  document.documentElement.dataset.theme = settings.values.theme;
  for (const drawing of [needle, strobe, past, strokes]) drawing.refresh();
}

function showMotion() {
  engine.resetMarker(stillness.matches);
  // A strobe is motion and nothing else.
  element('strobe').hidden = stillness.matches;
}

/** Follows an accepted change of a setting. */
function follow(name, value) {
  if (isChoice(name)) {
    const isOther = document.body.dataset.target === 'all' !== isOfStrokes();
    // Strokes need another latency of the audio, so listening begins anew.
    if (isOther) session.restart();
    else session.set(...choice(name, value));
    if (['tuning', 'capo', 'a4', 'temperament'].includes(name)) {
      strokes.clear();
      strings.mark([]);
    }
    showTarget();
    showStrings();
  }
  updateLink();
  if (name === 'isLeftHanded') showStrings();
  if (name === 'theme') showTheme();
  if (name === 'microphone') {
    if (value !== SESSION) followSession(null);
    session.restart();
  }
}

function draw(time) {
  const { reading } = session;
  if (isOfStrokes()) {
    drawStrokes(time);
    return;
  }
  // The last reading stays after the end; what moves, and what sounds, does not.
  const current = session.isListening ? reading : null;
  readout.draw(time, reading, session.isListening);
  needle.draw(time, reading, tolerance(), session.isListening);
  if (!stillness.matches) strobe.draw(time, current);
  past.draw(tolerance());
  strings.draw(current);
  requestAnimationFrame(draw);
}

function drawStrokes(time) {
  const { isLeftHanded } = settings.values;
  readout.draw(time, strokes.reading, session.isListening);
  strokes.draw(time, {
    strings: tuned, tolerance: tolerance(), isLeftHanded, isReduced: stillness.matches,
  });
  strings.drawStroke(strokes.reading, strokes.isCurrent);
  requestAnimationFrame(draw);
}

function toggleStrokes() {
  // The strings of a session are set at its computer.
  if (described !== null) return;
  form.set('target', isOfStrokes() ? 'nearest' : 'all');
}

/** Writes the settings into the link that is shown. */
function updateLink() {
  element('link').value = settings.link(location.href);
  element('shared').textContent = '';
}

/**
 * Returns true for the key A: by its letter, or by its place where Alt or the layout gives another
 * sign, such as å on a Mac or ф in Russian.
 */
function isKeyA({ key, code }) {
  return key.toLowerCase() === 'a' || (code === 'KeyA' && !/^[a-z]$/i.test(key));
}

// MARK: - Start

element('all-strings').addEventListener('click', toggleStrokes);
document.addEventListener('keydown', (event) => {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat || !isKeyA(event)) return;
  event.preventDefault();
  toggleStrokes();
});

stillness.addEventListener('change', showMotion);
darkness.addEventListener('change', showTheme);
forcedColors.addEventListener('change', showTheme);
navigator.mediaDevices?.addEventListener('devicechange', showSources);
// A link that is opened in this tab changes only the fragment of its address.
window.addEventListener('hashchange', () => {
  if (isLink(location.hash)) location.reload();
});
element('share').addEventListener('click', async () => {
  const link = element('link');
  updateLink();
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
await showSources();
form.show();
say(refused.map((refusal) => form.sentence(refusal)).join(' '));
showTarget();
showStrings();
session.enable();
requestAnimationFrame(draw);
if (records) {
  // The address ends with its server, so nothing of it is kept for another visit.
  new PracticePanel(element('practice')).follow();
  if (settings.values.microphone === SESSION) await session.start();
} else if (globalThis.isSecureContext) {
  // Where the browser keeps nothing for this address, the page works with a network only.
  await navigator.serviceWorker?.register('service-worker.js').catch(() => {});
}
