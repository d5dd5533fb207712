// SPDX-License-Identifier: MIT

import { AnalysisFailure, analyze, summary } from './analysis.js';
import { analysisPlot } from './analysis-plot.js';
import { audible, noteName, noteTable, strokeTable, summaryTable } from './analysis-tables.js';

/** The analysis of a file that is chosen or dropped on the page, with its plots and its lists. */
export class FileAnalysis {
  #sentence;
  #output;
  #options;
  #tolerance;
  #nameOf;
  /** Ends the newest analysis. */
  #running = new AbortController();

  /**
   * @param {{input: HTMLInputElement, drop: HTMLElement, sentence: HTMLElement,
   *   output: HTMLElement}} elements a screen reader speaks the sentence, not the lists.
   * @param {object} actions `options()` returns what `analyze` takes, `tolerance()` the in-tune
   *   window, and `nameOf` names a note.
   */
  constructor({ input, drop, sentence, output }, { options, tolerance, nameOf }) {
    this.#sentence = sentence;
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
    this.#running.abort();
    this.#running = new AbortController();
    const { signal } = this.#running;
    this.#write(`Analysing ${file.name} …`);
    try {
      const analysis = await analyze(file, { ...this.#options(), signal });
      this.#draw(analysis);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof AnalysisFailure)) throw error;
      this.#write(error.message);
    }
  }

  /** Shows a sentence in place of an analysis, also of one that is under way. */
  #refuse(sentence) {
    this.#running.abort();
    this.#write(sentence);
  }

  #write(sentence) {
    this.#sentence.textContent = sentence;
    this.#output.replaceChildren();
  }

  #draw({ name, seconds, readings, lanes, notes, spectrogram }) {
    const isOfStrokes = lanes.length > 0;
    const isSilent = isOfStrokes
      ? notes.length === 0 : !readings.some((reading) => reading.isSounding);
    const silence = isOfStrokes ? 'no stroke was heard' : 'no pitch was found';
    const outcome = isSilent ? silence
      : isOfStrokes ? counted(notes.length, 'stroke') : counted(audible(notes).length, 'note');
    this.#write(`${name}, ${seconds.toFixed(2)} s: ${outcome}.`);
    if (isSilent) return;
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

function counted(count, noun) {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
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
