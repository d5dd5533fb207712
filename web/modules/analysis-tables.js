// SPDX-License-Identifier: MIT

import { errorText, signed } from './readout.js';

/** The level under the loudest note, in dB, below which a sound is no played note. */
const FAINT = -30;
const LEGATO = ['', 'hammer-on', 'pull-off'];
const GLIDES = ['', 'bend', 'slide'];

/** Returns the notes that are not faint beside the loudest one. */
export function audible(notes) {
  const levels = notes.map((note) => note.onset_level_dbfs).filter((level) => level !== null);
  const loudest = levels.reduce((first, second) => Math.max(first, second), -Infinity);
  return notes.filter(({ onset_level_dbfs: level }) => level === null || level >= loudest + FAINT);
}

/** Returns the table of what was heard of each note's name. */
export function summaryTable(notes) {
  return table(
    ['Note', 'Median cents', 'Spread ±', 'Readings'],
    notes.map(({ name, median, spread, count }) =>
      [name, signed(median), spread.toFixed(1), `${count}`]));
}

/** Returns the list of the notes in their order. */
export function noteTable(notes, nameOf) {
  return table(
    ['Start', 'Length', 'Note', 'Cents', 'Error', 'String', 'Played'],
    notes.map((note) => [
      `${note.start_s.toFixed(2)} s`, `${(note.end_s - note.start_s).toFixed(2)} s`,
      noteName(note, nameOf), note.cents === null ? '' : signed(note.cents),
      errorText(note.sigma_cents), note.string === null ? '' : `${note.string}`, playing(note),
    ]));
}

/** Returns the name of a note; several strings at once are a chord. */
export function noteName(note, nameOf) {
  return note.polyphonic === 1 ? 'chord' : nameOf(note);
}

/** Returns the list of strokes: the cents of each string, and a sentence. */
export function strokeTable(strokes, nameOf) {
  const names = strokes[0].strings.map(nameOf);
  return table(
    ['Stroke', 'Start', ...names, 'In words'],
    strokes.map((stroke, index) => [
      `${index + 1}`, `${stroke.start_s.toFixed(2)} s`,
      ...stroke.strings.map(({ cents, state }) =>
        (cents === null ? ['–', '?'][state] ?? '' : signed(cents))),
      stroke.sentence,
    ]));
}

/** Returns the way in which a note was played. */
function playing(note) {
  const parts = [note.harmonic === 1 ? 'harmonic' : '', LEGATO[note.legato ?? 0]];
  if (note.glide) parts.push(`${GLIDES[note.glide]} of ${signed(note.glide_cents, 0)} cents`);
  if (note.vibrato_hz !== null) {
    parts.push(
      `vibrato, ${note.vibrato_hz.toFixed(1)} a second, ${note.vibrato_cents.toFixed(0)} cents to `
      + 'either side');
  }
  return parts.filter((part) => part).join(', ');
}

function table(titles, rows) {
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  for (const title of titles) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = title;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const texts of rows) {
    const row = body.insertRow();
    for (const text of texts) row.insertCell().textContent = text;
  }
  return table;
}
