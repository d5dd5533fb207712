// SPDX-License-Identifier: MIT

import { MicrophoneFailure } from './microphone-failure.js';
import { Recorder } from './recorder.js';

/** Listening to a microphone or to the session of a computer, and recording, by two buttons. */
export class ListeningSession {
  #elements;
  #actions;
  #source = null;
  #recorder = null;
  #isOpening = false;
  /** True where a choice has changed while the microphone was opening. */
  #isOutdated = false;
  /** The last reading, which stays after the end; null before the first of the present source. */
  reading = null;

  /**
   * @param {{listen: HTMLButtonElement, record: HTMLButtonElement, saved: HTMLElement}} elements
   * @param {object} actions `open()` returns a Microphone or a ServedSession; `onReading`,
   *   `onStroke`, `onStrings`, `onStart`, `onChange` and `say` are told what happens.
   */
  constructor(elements, actions) {
    this.#elements = elements;
    this.#actions = actions;
    elements.listen.addEventListener('click', () =>
      this.#source ? this.#close() : this.start());
    elements.record.addEventListener('click', () => this.#toggleRecording());
  }

  /** True while a source is heard. */
  get isListening() {
    return this.#source !== null;
  }

  /** Lets the player start. */
  enable() {
    this.#elements.listen.disabled = false;
  }

  /** Sets a choice of the engine that listens. */
  set(name, value) {
    if (this.#isOpening) this.#isOutdated = true;
    else this.#source?.set(name, value);
  }

  /** Listens to another source, where one is heard. */
  async restart() {
    if (this.#isOpening) this.#isOutdated = true;
    else if (this.#source) {
      await this.#close();
      await this.start();
    }
  }

  /** Begins to listen. */
  async start() {
    if (this.#isOpening || this.#source) return;
    this.#isOpening = true;
    this.#actions.say('');
    try {
      this.#listenTo(await this.#actions.open());
    } catch (error) {
      if (!(error instanceof MicrophoneFailure)) throw error;
      this.#actions.say(error.message);
    } finally {
      this.#isOpening = false;
      this.#show();
    }
    await this.#actions.onChange();
    if (!this.#isOutdated) return;
    this.#isOutdated = false;
    await this.restart();
  }

  #listenTo(source) {
    this.#source = source;
    this.reading = null;
    this.#actions.onStart(source);
    if (source.processing.length > 0) {
      this.#actions.say(
        `The browser processes the sound (${source.processing.join(', ')}): readings of `
        + 'steady notes may be wrong.');
    }
    // A source that is being closed still ends its recording, but shows nothing any more.
    const on = (name, act) => source.addEventListener(name, ({ detail }) => {
      if (this.#source === source) act(detail);
    });
    on('reading', (reading) => {
      this.reading = reading;
      this.#actions.onReading(reading);
    });
    on('stroke', (stroke) => this.#actions.onStroke(stroke));
    on('strings', (rows) => this.#actions.onStrings(rows));
    on('refusal', (sentence) => this.#actions.say(sentence));
    on('ended', (sentence) => {
      this.#actions.say(sentence);
      this.#close();
    });
  }

  async #close() {
    const source = this.#source;
    if (!source) return;
    // A second press of the button while a recording ends must not close the source again.
    this.#source = null;
    this.#show();
    if (this.#recorder) await this.#recorder.stop();
    await source.close();
  }

  async #toggleRecording() {
    if (this.#recorder) {
      await this.#recorder.stop();
      return;
    }
    this.#recorder = new Recorder(this.#source, (recording) => this.#offer(recording));
    this.#show();
  }

  /**
   * Offers a recording as a link that saves it on this machine.
   *
   * The links of recordings that nobody has saved stay; the others free their memory.
   */
  #offer({ file, seconds, lost }) {
    this.#recorder = null;
    this.#show();
    for (const link of this.#elements.saved.querySelectorAll('a[data-saved]')) {
      URL.revokeObjectURL(link.href);
      link.parentElement.remove();
    }
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = 'headstock.wav';
    link.textContent = `Save the recording (${seconds.toFixed(1)} s)`;
    link.addEventListener('click', () => { link.dataset.saved = ''; });
    const paragraph = document.createElement('p');
    paragraph.append(link);
    if (lost === null) paragraph.append(' Its end may be missing.');
    else if (lost > 0) {
      paragraph.append(
        lost === 1 ? ' 1 sample is missing from it.' : ` ${lost} samples are missing from it.`);
    }
    this.#elements.saved.append(paragraph);
  }

  #show() {
    const { listen, record } = this.#elements;
    listen.textContent = this.#source ? 'Stop' : 'Listen';
    // The names tell the state. A pressed button "Stop" would say the opposite to a screen reader.
    listen.toggleAttribute('data-on', this.#source !== null);
    record.disabled = !this.#source?.canRecord;
    record.textContent = this.#recorder ? 'Stop recording' : 'Record';
    record.toggleAttribute('data-on', this.#recorder !== null);
  }
}
