// SPDX-License-Identifier: MIT

import { MicrophoneFailure } from './microphone-failure.js';
import { Reading } from './reading.js';

/** The choice of a source that means the session of the computer that serves the page. */
export const SESSION = 'session';

/** The reasons for which a server closes the records, by their codes. */
const SENTENCES = {
  1001: 'The session at the computer has ended. Start tuner serve again, and open its new address.',
  1013: 'This page did not keep up with the session, or too many pages follow it. Start again.',
};
const LOST = 'The connection to the computer is lost. Start again.';

/** Returns the address of the session's records; null for a page that no session serves. */
export function sessionAddress() {
  const { content } = document.querySelector('meta[name="headstock-session"]');
  return content === '' ? null : new URL(content, document.baseURI).href.replace(/^http/, 'ws');
}

/**
 * The session of the computer that serves the page, in place of a microphone of this page.
 *
 * It sends the events `reading` (detail: a Reading), or `stroke` (detail: the `fields` and `values`
 * of the engine) where the session measures every string, and `ended` (detail: a sentence). It
 * sends nothing to the computer.
 */
export class ServedSession extends EventTarget {
  #socket;
  #engine;
  #turns = 0;
  #last = null;
  /** The record that describes the session: its tuning, A4, temperament, capo and tolerance. */
  description = null;
  /** The browser processes no sound. */
  processing = [];
  /** Records are kept at the computer: tuner serve --record. */
  canRecord = false;

  /**
   * Opens the records at an address; throws a MicrophoneFailure.
   *
   * @param {string} address
   * @param {Engine} engine follows strokes, and has the locked string; it must not listen.
   */
  static async open(address, engine) {
    const session = new ServedSession(address, engine);
    await session.#describe();
    return session;
  }

  constructor(address, engine) {
    super();
    this.#engine = engine;
    this.#socket = new WebSocket(address);
  }

  /** True where a session measures every string of a stroke. */
  static isOfStrokes({ schema }) {
    return schema.startsWith('tuner.strum-frames/');
  }

  /** The settings of the session are set at the computer. */
  set() {}

  /** Ends listening. */
  async close() {
    this.#socket.onclose = null;
    this.#socket.onmessage = null;
    this.#socket.close();
    this.#engine.stop();
  }

  /** Waits for the first record. */
  async #describe() {
    this.description = await new Promise((resolve, reject) => {
      this.#socket.onmessage = ({ data }) => resolve(JSON.parse(data));
      this.#socket.onclose = ({ code }) =>
        reject(new MicrophoneFailure(SENTENCES[code] ?? LOST));
    });
    this.#socket.onmessage = ({ data }) =>
      this.#receive(data.trim().split('\n').map((line) => JSON.parse(line)));
    this.#socket.onclose = ({ code }) => this.#send('ended', SENTENCES[code] ?? LOST);
  }

  /** Takes the records of an update: one, or one for each string. */
  #receive(records) {
    if (!ServedSession.isOfStrokes(this.description)) {
      records.forEach((record) => this.#read(record));
    } else if (this.#engine.showStroke(this.description.sample_rate_hz, records)) {
      const { strokeFields: fields, strokeValues: values } = this.#engine;
      this.#send('stroke', { fields, values });
    }
  }

  #read(record) {
    const isFar = record.cents !== null && this.#engine.isFar(record.cents);
    const reading = Reading.ofRecord(record, isFar, isFar ? null : this.#phase(record));
    this.#last = reading.target_hz === null || isFar ? null : reading;
    this.#send('reading', reading);
  }

  /** The phase of the strobe: the deviation in hertz, added up; null without a target. */
  #phase({ cents, frequency_hz: frequency, time_s: time }) {
    if (cents === null) return null;
    if (this.#last) {
      const { frequency_hz: before, target_hz: target, time_s: start } = this.#last;
      this.#turns += ((before + frequency) / 2 - target) * (time - start);
    }
    return this.#turns;
  }

  #send(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
