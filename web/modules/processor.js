// SPDX-License-Identifier: MIT

import { Engine, EngineError } from './engine.js';

/** Readings that may be on their way to the page; it hands each buffer back. */
const READINGS = 16;
/** Samples of a block of the recording, and blocks that may be on their way. */
const BLOCK = 16384;
const BLOCKS = 8;

/**
 * The tuner on the audio thread: samples in, readings out.
 *
 * Every buffer is made before the first sample. A page that does not hand buffers back loses
 * readings, and blocks of a recording, which are counted; the audio never waits.
 */
class TunerProcessor extends AudioWorkletProcessor {
  #engine;
  #readings;
  #strokes;
  #blocks = [];
  #block = null;
  #filled = 0;
  #lost = 0;
  #feedback = 0;
  #feedbackIndex;
  #isRunning = true;
  #isRecording = false;

  constructor({ processorOptions: { bytes, choices } }) {
    super();
    this.#engine = new Engine(new WebAssembly.Module(bytes));
    const count = this.#engine.fields.length;
    this.#readings = Array.from({ length: READINGS }, () => new Float64Array(count));
    const strokeCount = this.#engine.strokeValues.length;
    this.#strokes = Array.from({ length: READINGS }, () => new Float64Array(strokeCount));
    for (const [name, value] of choices) this.#set(name, value);
    try {
      this.#engine.prepare(sampleRate);
      const { fields, strokeFields } = this.#engine;
      this.port.postMessage({ fields, strokeFields });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.port.postMessage({ failure: error.message });
    }
    this.#feedbackIndex = this.#engine.fields.indexOf('feedback');
    this.port.onmessage = ({ data }) => this.#receive(data);
  }

  process([channels]) {
    if (channels.length > 0) {
      this.#engine.append(channels);
      while (this.#engine.next()) this.#postReading();
      while (this.#engine.nextStroke()) this.#postStroke();
      if (this.#isRecording) this.#record(channels[0].length);
    }
    return this.#isRunning;
  }

  #postReading() {
    const { values } = this.#engine;
    const signals = values[this.#feedbackIndex];
    if (signals !== this.#feedback) {
      // A string has come in tune: the table of strings changes only then.
      this.#feedback = signals;
      this.#postStrings();
    }
    const reading = this.#readings.pop();
    if (!reading) return;
    reading.set(values);
    this.port.postMessage({ reading }, [reading.buffer]);
  }

  #postStroke() {
    const stroke = this.#strokes.pop();
    if (!stroke) return;
    stroke.set(this.#engine.strokeValues);
    this.port.postMessage({ stroke }, [stroke.buffer]);
  }

  #postStrings() {
    this.port.postMessage({ strings: this.#engine.strings() });
  }

  #receive({ reading, stroke, block, set, record, stop }) {
    if (reading) this.#readings.push(reading);
    if (stroke) this.#strokes.push(stroke);
    if (block) this.#blocks.push(block);
    if (set) {
      this.#set(...set);
      this.#postStrings();
    }
    if (record !== undefined) this.#switchRecording(record);
    if (stop) {
      this.#engine.stop();
      this.#isRunning = false;
    }
  }

  /** Sets a choice; the page has asked its own engine, so a refusal is not expected. */
  #set(name, value) {
    try {
      this.#engine.set(name, value);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.port.postMessage({ refusal: error.message });
    }
  }

  // MARK: - Recording

  #switchRecording(isOn) {
    if (isOn) {
      this.#blocks = Array.from({ length: BLOCKS }, () => new Float32Array(BLOCK));
      this.#block = this.#blocks.pop();
      [this.#filled, this.#lost] = [0, 0];
    } else if (this.#isRecording) {
      const last = this.#block?.slice(0, this.#filled) ?? new Float32Array(0);
      this.port.postMessage({ recorded: last, lost: this.#lost });
      this.#block = null;
    }
    this.#isRecording = isOn;
  }

  /** Keeps the samples that the engine has taken: the mean of the channels. */
  #record(length) {
    const { mean } = this.#engine;
    this.#block ??= this.#blocks.pop() ?? null;
    if (!this.#block) {
      this.#lost += length;
      return;
    }
    // BLOCK is a multiple of the 128 samples that a browser renders at once.
    for (let index = 0; index < length; index++) this.#block[this.#filled + index] = mean[index];
    this.#filled += length;
    if (this.#filled < BLOCK) return;
    const block = this.#block;
    this.#block = null;
    this.#filled = 0;
    this.port.postMessage({ block }, [block.buffer]);
  }
}

registerProcessor('headstock-tuner', TunerProcessor);
