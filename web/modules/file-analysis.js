// SPDX-License-Identifier: MIT

import { AnalysisFailure, analyze, summary } from './analysis.js';
import { analysisPlot } from './analysis-plot.js';
import { audible, noteName, noteTable, strokeTable, summaryTable } from './analysis-tables.js';

/** The analysis of a file that is chosen or dropped on the page, with its plots and its lists. */
export class FileAnalysis {
  #output;
  #options;
  #tolerance;
  #nameOf;
  /** The number of the newest analysis: an earlier one that ends later is not shown. */
  #newest = 0;

  /**
   * @param {{input: HTMLInputElement, drop: HTMLElement, output: HTMLElement}} elements
   * @param {object} actions `options()` returns what `analyze` takes, `tolerance()` the in-tune
   *   window, and `nameOf` names a note.
   */
  constructor({ input, drop, output }, { options, tolerance, nameOf }) {
    this.#output = output;
    this.#options = options;
    this.#tolerance = tolerance;
    this.#nameOf = nameOf;
    input.addEventListener('change', () => {
      const [file] = input.files;
      // The same file can then be chosen again, with other settings.
      input.value = '';
      if (file) this.#show(file);
    });
    window.addEventListener('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      drop.hidden = false;
    });
    drop.addEventListener('dragleave', () => { drop.hidden = true; });
    window.addEventListener('drop', (event) => {
      const files = event.dataTransfer?.files ?? [];
      if (files.length === 0) return;
      event.preventDefault();
      drop.hidden = true;
      if (files.length === 1) this.#show(files[0]);
      else this.#refuse('The page analyses one recording at a time. Drop one.');
    });
  }

  async #show(file) {
    const number = ++this.#newest;
    this.#write(`Analysing ${file.name} …`);
    try {
      const analysis = await analyze(file, this.#options());
      if (number === this.#newest) this.#draw(analysis);
    } catch (error) {
      if (!(error instanceof AnalysisFailure)) throw error;
      if (number === this.#newest) this.#write(error.message);
    }
  }

  /** Shows a sentence in place of an analysis, also of one that is under way. */
  #refuse(sentence) {
    this.#newest += 1;
    this.#write(sentence);
  }

  #write(sentence) {
    const paragraph = document.createElement('p');
    paragraph.textContent = sentence;
    this.#output.replaceChildren(paragraph);
  }

  #draw({ name, seconds, readings, lanes, notes, spectrogram }) {
    this.#write(`${name}, ${seconds.toFixed(2)} s`);
    const isOfStrokes = lanes.length > 0;
    if (isOfStrokes ? notes.length === 0 : !readings.some((reading) => reading.isSounding)) {
      this.#output.append(isOfStrokes ? 'No stroke was heard.' : 'No pitch was found.');
      return;
    }
    if (isOfStrokes) this.#listStrokes(notes);
    else this.#listNotes(readings, notes);
    const lines = isOfStrokes ? lanes : [readings.filter((reading) => reading.isSounding)];
    const names = isOfStrokes ? [] : audible(notes).map((note) =>
      ({ ...note, name: noteName(note, this.#nameOf) }));
    const lineNames = isOfStrokes ? notes[0].strings.map(this.#nameOf) : [];
    this.#output.append(scrolling('Plots', analysisPlot(
      { seconds, lines, lineNames, readings, notes: names, spectrogram }, this.#tolerance())));
  }

  #listStrokes(strokes) {
    this.#output.append(scrolling('Strokes', strokeTable(strokes, this.#nameOf)));
  }

  #listNotes(readings, notes) {
    this.#output.append(summaryTable(summary(readings, this.#nameOf)));
    const played = audible(notes);
    if (played.length === 0) return;
    this.#output.append(scrolling('Notes', noteTable(played, this.#nameOf)));
    const faint = notes.length - played.length;
    if (faint === 0) return;
    const sentence = document.createElement('p');
    sentence.className = 'hint';
    sentence.textContent = faint === 1
      ? '1 faint sound is not listed.' : `${faint} faint sounds are not listed.`;
    this.#output.append(sentence);
  }
}

/** Returns a region that scrolls where the screen is smaller than its content. */
function scrolling(name, content) {
  const region = document.createElement('div');
  region.className = 'scrolling';
  region.tabIndex = 0;
  region.setAttribute('role', 'region');
  region.setAttribute('aria-label', name);
  region.append(content);
  return region;
}
