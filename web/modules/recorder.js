// SPDX-License-Identifier: MIT

import { wavFile } from './wav.js';

/** The longest recording in seconds: 10 minutes at 48 kHz are 115 MB. */
const LONGEST = 600;
/** The time in milliseconds in which the audio thread ends a recording, if it still runs. */
const PATIENCE = 2000;

/** A recording of a microphone, kept in the page until it is saved as a WAV file. */
export class Recorder {
  #microphone;
  #blocks = [];
  #samples = 0;
  #onEnd;
  #ended = Promise.withResolvers();
  #isStopping = false;
  #isOver = false;

  /**
   * Begins a recording.
   *
   * @param {Microphone} microphone
   * @param {(recording: {file: Blob, seconds: number, lost: ?number}) => void} onEnd
   */
  constructor(microphone, onEnd) {
    this.#microphone = microphone;
    this.#onEnd = onEnd;
    microphone.addEventListener('block', this);
    microphone.addEventListener('recorded', this);
    microphone.record(true);
  }

  /** The length so far in seconds. */
  get seconds() {
    return this.#samples / this.#microphone.rate;
  }

  /** Ends the recording; `onEnd` has the file when the promise is kept. */
  stop() {
    if (!this.#isStopping) {
      this.#isStopping = true;
      this.#microphone.record(false);
      setTimeout(() => this.#end(null), PATIENCE);
    }
    return this.#ended.promise;
  }

  handleEvent({ type, detail }) {
    if (type === 'block') {
      this.#keep(detail);
      if (this.seconds >= LONGEST) this.stop();
      return;
    }
    this.#keep(detail.last);
    this.#end(detail.lost);
  }

  /** Ends it; `lost` counts missing samples, null where the audio thread did not answer. */
  #end(lost) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#microphone.removeEventListener('block', this);
    this.#microphone.removeEventListener('recorded', this);
    const file = wavFile(this.#blocks, this.#microphone.rate);
    this.#onEnd({ file, seconds: this.seconds, lost });
    this.#ended.resolve();
  }

  #keep(block) {
    this.#blocks.push(block);
    this.#samples += block.length;
  }
}
