// SPDX-License-Identifier: MIT

import { MicrophoneFailure } from './microphone-failure.js';
import { Reading } from './reading.js';

/** The browser's processing of speech, which removes steady tones. */
const PROCESSING = ['echoCancellation', 'noiseSuppression', 'autoGainControl'];

const GONE = 'The microphone is gone. Connect it, then start again.';
const STOPPED = 'The tuner stopped on the audio thread. Start again.';
const SUSPENDED = 'The system has stopped the audio. Start again.';

/** The time in milliseconds in which a browser starts its audio. */
const PATIENCE = 5000;

/** Returns the microphones: an id and a label each; labels are empty before one was allowed. */
export async function listMicrophones() {
  const devices = await navigator.mediaDevices?.enumerateDevices?.().catch(() => []) ?? [];
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}

/**
 * A microphone that is heard by the engine on the audio thread.
 *
 * It sends the events `reading` (detail: a Reading), `stroke` (detail: fields and values),
 * `strings`, `block`, `recorded`, `refusal` and `ended` (detail: a sentence).
 */
export class Microphone extends EventTarget {
  #stream;
  #context;
  #node;
  #fields = [];
  #strokeFields = { head: [], row: [] };
  /** The sentence of an end; '' before it. An end while listening begins has no listener yet. */
  #end = '';
  canRecord = true;

  /**
   * Opens a microphone; throws a MicrophoneFailure.
   *
   * @param {string} id a device id; '' for the system's choice.
   * @param {ArrayBuffer} bytes the WebAssembly module.
   * @param {Array<[string, string | number]>} choices the choices of the engine.
   */
  static async open({ id, bytes, choices }) {
    const impossible = MicrophoneFailure.ofPage();
    if (impossible) throw impossible;
    const off = Object.fromEntries(PROCESSING.map((name) => [name, false]));
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: { ...off, ...(id ? { deviceId: { exact: id } } : {}) },
      });
    } catch (exception) {
      throw MicrophoneFailure.of(exception);
    }
    const microphone = new Microphone(stream);
    try {
      await microphone.#connect(bytes, choices);
    } catch (exception) {
      await microphone.close();
      throw exception instanceof MicrophoneFailure ? exception : MicrophoneFailure.of(exception);
    }
    return microphone;
  }

  constructor(stream) {
    super();
    this.#stream = stream;
    for (const track of stream.getTracks()) {
      track.addEventListener('ended', () => this.#endWith(GONE));
    }
  }

  /** The samples a second. */
  get rate() {
    return this.#context.sampleRate;
  }

  /** The names of the processing that the browser does although it was asked not to. */
  get processing() {
    const settings = this.#stream.getAudioTracks()[0].getSettings();
    return PROCESSING.filter((name) => settings[name] === true);
  }

  async #connect(bytes, choices) {
    this.#context = new AudioContext({ latencyHint: latencyHint(choices) });
    await this.#context.audioWorklet.addModule(new URL('processor.js', import.meta.url));
    this.#node = new AudioWorkletNode(this.#context, 'headstock-tuner', {
      processorOptions: { bytes, choices },
    });
    await new Promise((resolve, reject) => {
      this.#node.addEventListener('processorerror', () =>
        reject(new MicrophoneFailure(STOPPED)));
      this.#node.port.onmessage = ({ data }) => {
        if (data.failure) reject(new MicrophoneFailure(data.failure));
        this.#fields = data.fields;
        this.#strokeFields = data.strokeFields;
        resolve();
      };
    });
    this.#node.addEventListener('processorerror', () => this.#endWith(STOPPED));
    this.#node.port.onmessage = ({ data }) => this.#receive(data);
    this.#context.createMediaStreamSource(this.#stream).connect(this.#node);
    // The output is silent. Some browsers render only what reaches the loudspeaker.
    this.#node.connect(this.#context.destination);
    await start(this.#context);
    if (this.#context.state !== 'running') {
      throw new MicrophoneFailure(
        'The browser does not start its audio. Connect a loudspeaker or headphones, then start '
        + 'again.');
    }
    if (this.#end !== '') throw new MicrophoneFailure(this.#end);
    this.#context.addEventListener('statechange', () => this.#resume());
  }

  /** Starts audio again that the system has suspended, as for a call; else ends listening. */
  async #resume() {
    const isFine = () => ['running', 'closed'].includes(this.#context.state);
    if (isFine()) return;
    await start(this.#context);
    if (!isFine()) this.#endWith(SUSPENDED);
  }

  /** Sets a choice of the engine. */
  set(name, value) {
    this.#node.port.postMessage({ set: [name, value] });
  }

  /** Begins or ends a recording; `recorded` follows its end. */
  record(isOn) {
    this.#node.port.postMessage({ record: isOn });
  }

  /** Ends listening and releases the device. */
  async close() {
    this.#node?.port.postMessage({ stop: true });
    for (const track of this.#stream.getTracks()) track.stop();
    await this.#context?.close();
  }

  #receive(data) {
    if (data.reading) {
      this.#send('reading', Reading.ofNumbers(this.#fields, data.reading));
      this.#node.port.postMessage({ reading: data.reading }, [data.reading.buffer]);
    }
    if (data.stroke) {
      this.#send('stroke', { fields: this.#strokeFields, values: data.stroke });
      this.#node.port.postMessage({ stroke: data.stroke }, [data.stroke.buffer]);
    }
    if (data.block) {
      this.#send('block', data.block.slice());
      this.#node.port.postMessage({ block: data.block }, [data.block.buffer]);
    }
    for (const name of ['strings', 'refusal']) if (data[name]) this.#send(name, data[name]);
    if (data.recorded) this.#send('recorded', { last: data.recorded, lost: data.lost });
  }

  #endWith(sentence) {
    this.#end = sentence;
    this.#send('ended', sentence);
  }

  #send(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** Starts the audio of a context; returns after a time even where the browser does not start it. */
async function start(context) {
  const patience = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  await Promise.race([context.resume().catch(() => {}), patience]);
}

/**
 * Returns the latency to ask for.
 *
 * An update of every string may take longer than the 2.7 ms of a block of samples. A long buffer
 * absorbs that, so no sample is lost.
 */
function latencyHint(choices) {
  const isOfStrokes = choices.some(([name, value]) => name === 'target' && value === 'all');
  return isOfStrokes ? 'playback' : 'interactive';
}
