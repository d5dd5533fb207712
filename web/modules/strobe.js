// SPDX-License-Identifier: MIT

import { Surface } from './surface.js';

/** The multiple of the target's frequency that each row shows, as the rings of a strobe disc. */
const ROWS = [4, 2, 1];
/** The bands of the row of the frequency itself. */
const BANDS = 4;
/** The longest time in seconds for which a phase is carried on by its own frequency. */
const LONGEST_CARRY = 0.1;

/** A strobe: bands that stand still in tune, and move to the right above the target. */
export class Strobe {
  #surface;
  #reading = null;
  #received = 0;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.#surface = new Surface(canvas);
  }

  /** Forgets the colours, because the theme has changed. */
  refresh() {
    this.#surface.refresh();
  }

  /**
   * Draws a frame.
   *
   * @param {number} time milliseconds.
   * @param {?Reading} reading
   */
  draw(time, reading) {
    if (reading !== this.#reading) [this.#reading, this.#received] = [reading, time];
    const { context, width, height, colors } = this.#surface.begin();
    // Far from the locked string no phase is known.
    const isLit = reading?.isSounding && reading.strobe_turns !== null;
    const turns = isLit ? this.#turns(time, reading) : 0;
    const row = height / ROWS.length;
    context.fillStyle = isLit ? colors[reading.color] : colors.line;
    ROWS.forEach((multiple, index) => {
      const band = width / (BANDS * multiple);
      const phase = turns * multiple;
      const offset = (phase - Math.floor(phase)) * band;
      for (let left = offset - band; left < width; left += band) {
        context.fillRect(left, index * row + 1, band / 2, row - 2);
      }
    });
  }

  /** The phase now: between two readings the pitch carries it on. */
  #turns(time, reading) {
    const seconds = Math.min((time - this.#received) / 1000, LONGEST_CARRY);
    return reading.strobe_turns + (reading.frequency_hz - reading.target_hz) * seconds;
  }
}
