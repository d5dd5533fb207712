// SPDX-License-Identifier: MIT

import { AnalysisFailure, analyze, summary } from './analysis.js';
import { analysisPlot } from './analysis-plot.js';
import { signed } from './readout.js';

/** The analysis of a file that is chosen or dropped on the page, with its plots and its table. */
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
      if (input.files[0]) this.#show(input.files[0]);
    });
    window.addEventListener('dragover', (event) => {
      event.preventDefault();
      drop.hidden = false;
    });
    drop.addEventListener('dragleave', () => { drop.hidden = true; });
    window.addEventListener('drop', (event) => {
      event.preventDefault();
      drop.hidden = true;
      const file = event.dataTransfer?.files[0];
      if (file) this.#show(file);
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

  #write(sentence) {
    const paragraph = document.createElement('p');
    paragraph.textContent = sentence;
    this.#output.replaceChildren(paragraph);
  }

  #draw({ name, seconds, readings }) {
    this.#write(`${name}, ${seconds.toFixed(2)} s`);
    const notes = summary(readings, this.#nameOf);
    if (notes.length === 0) {
      this.#output.append('No pitch was found.');
      return;
    }
    this.#output.append(
      table(notes), scrolling(analysisPlot(readings, seconds, this.#tolerance())));
  }
}

/** Returns a region that scrolls where the screen is narrower than its content. */
function scrolling(content) {
  const region = document.createElement('div');
  region.className = 'scrolling';
  region.tabIndex = 0;
  region.setAttribute('role', 'region');
  region.setAttribute('aria-label', 'Plots');
  region.append(content);
  return region;
}

function table(notes) {
  const table = document.createElement('table');
  const titles = ['Note', 'Median cents', 'Spread ±', 'Readings'];
  const head = table.createTHead().insertRow();
  for (const title of titles) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = title;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const { name, median, spread, count } of notes) {
    const row = body.insertRow();
    for (const text of [name, signed(median), spread.toFixed(1), `${count}`]) {
      row.insertCell().textContent = text;
    }
  }
  return table;
}
