// SPDX-License-Identifier: MIT

import { Microphone } from './microphone.js';
import { MicrophoneFailure } from './microphone-failure.js';
import { Reading } from './reading.js';
import { Recorder } from './recorder.js';

/** Listening to a microphone, and recording it, by two buttons. */
export class ListeningSession {
  #elements;
  #actions;
  #microphone = null;
  #recorder = null;
  #isOpening = false;
  /** True where a choice has changed while the microphone was opening. */
  #isStale = false;
  /** The last reading; null before the first. */
  reading = null;

  /**
   * @param {{listen: HTMLButtonElement, record: HTMLButtonElement, saved: HTMLElement}} elements
   * @param {object} actions `options()` returns what `Microphone.open` takes; `onReading`,
   *   `onStroke`, `onStrings`, `onStart`, `onChange` and `say` are told what happens.
   */
  constructor(elements, actions) {
    this.#elements = elements;
    this.#actions = actions;
    elements.listen.addEventListener('click', () =>
      this.#microphone ? this.#close() : this.#open());
    elements.record.addEventListener('click', () => this.#toggleRecording());
  }

  /** Lets the player start. */
  enable() {
    this.#elements.listen.disabled = false;
  }

  /** Sets a choice of the engine that listens. */
  set(name, value) {
    if (this.#isOpening) this.#isStale = true;
    else this.#microphone?.set(name, value);
  }

  /** Listens to another microphone, where one is heard. */
  async restart() {
    if (this.#isOpening) this.#isStale = true;
    else if (this.#microphone) {
      await this.#close();
      await this.#open();
    }
  }

  async #open() {
    if (this.#isOpening) return;
    this.#isOpening = true;
    this.#actions.say('');
    try {
      const microphone = await Microphone.open(this.#actions.options());
      this.#listenTo(microphone);
    } catch (error) {
      if (!(error instanceof MicrophoneFailure)) throw error;
      this.#actions.say(error.message);
    } finally {
      this.#isOpening = false;
      this.#show();
    }
    await this.#actions.onChange();
    if (!this.#isStale) return;
    this.#isStale = false;
    await this.restart();
  }

  #listenTo(microphone) {
    this.#microphone = microphone;
    this.#actions.onStart();
    if (microphone.processing.length > 0) {
      this.#actions.say(
        `The browser processes the sound (${microphone.processing.join(', ')}): readings of `
        + 'steady notes may be wrong.');
    }
    microphone.addEventListener('reading', ({ detail: { fields, values } }) => {
      this.reading = new Reading(fields, values);
      this.#actions.onReading(this.reading);
    });
    microphone.addEventListener('stroke', ({ detail }) => this.#actions.onStroke(detail));
    microphone.addEventListener('strings', ({ detail }) => this.#actions.onStrings(detail));
    microphone.addEventListener('refusal', ({ detail }) => this.#actions.say(detail));
    microphone.addEventListener('ended', async () => {
      await this.#close();
      this.#actions.say('The microphone is gone. Connect it, then start again.');
    });
  }

  async #close() {
    const microphone = this.#microphone;
    if (!microphone) return;
    if (this.#recorder) await this.#recorder.stop();
    this.#microphone = null;
    this.reading = null;
    this.#show();
    await microphone.close();
  }

  async #toggleRecording() {
    if (this.#recorder) {
      await this.#recorder.stop();
      return;
    }
    this.#elements.saved.replaceChildren();
    this.#recorder = new Recorder(this.#microphone, (recording) => this.#offer(recording));
    this.#show();
  }

  /** Offers a recording as a link that saves it on this machine. */
  #offer({ file, seconds, lost }) {
    this.#recorder = null;
    this.#show();
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = 'headstock.wav';
    link.textContent = `Save the recording (${seconds.toFixed(1)} s)`;
    this.#elements.saved.replaceChildren(link);
    if (lost > 0) this.#elements.saved.append(` ${lost} samples are missing from it.`);
  }

  #show() {
    const { listen, record } = this.#elements;
    listen.textContent = this.#microphone ? 'Stop' : 'Listen';
    listen.setAttribute('aria-pressed', String(this.#microphone !== null));
    record.disabled = !this.#microphone;
    record.textContent = this.#recorder ? 'Stop recording' : 'Record';
    record.setAttribute('aria-pressed', String(this.#recorder !== null));
  }
}
