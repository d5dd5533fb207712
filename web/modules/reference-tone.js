// SPDX-License-Identifier: MIT

/** The partials of the tone: enough for a small loudspeaker, which has no 82 Hz. */
const PARTIALS = [0, 1, 0.6, 0.4, 0.25, 0.15, 0.1];
const LOUDNESS = 0.2;
/** The fade of both ends in seconds, so that nothing clicks. */
const FADE = 0.03;

/** A steady tone with the pitch of a string. */
export class ReferenceTone {
  #context = null;
  #oscillator = null;
  #gain = null;
  /** The frequency that sounds, in hertz; null in silence. */
  frequency = null;

  /** Begins a tone, or ends it where the same one sounds. */
  async toggle(frequency) {
    const isSame = this.frequency === frequency;
    this.stop();
    if (isSame) return;
    this.#context ??= new AudioContext();
    const context = this.#context;
    this.frequency = frequency;
    const periodicWave = new PeriodicWave(context, { imag: PARTIALS });
    this.#oscillator = new OscillatorNode(context, { periodicWave, frequency });
    this.#gain = new GainNode(context, { gain: 0 });
    this.#gain.gain.linearRampToValueAtTime(LOUDNESS, context.currentTime + FADE);
    this.#oscillator.connect(this.#gain).connect(context.destination);
    this.#oscillator.start();
    await context.resume();
  }

  /** Ends the tone. */
  stop() {
    if (!this.#oscillator) return;
    const end = this.#context.currentTime + FADE;
    this.#gain.gain.setValueAtTime(this.#gain.gain.value, this.#context.currentTime);
    this.#gain.gain.linearRampToValueAtTime(0, end);
    this.#oscillator.stop(end);
    [this.#oscillator, this.#gain, this.frequency] = [null, null, null];
  }
}
