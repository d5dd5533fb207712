// SPDX-License-Identifier: MIT

import { Surface } from './surface.js';

/** The ends of the scale in cents: those of the engine's marker. */
const RANGE = 100;
const TICK = 10;
const LABELS = [-100, -50, 0, 50, 100];
const INSET = 22;

/** The needle above a scale of ±100 cents, with the in-tune window and the band of ± sigma. */
export class Needle {
  #surface;
  #engine;
  #time = null;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Engine} engine the owner of the marker's motion.
   */
  constructor(canvas, engine) {
    this.#surface = new Surface(canvas);
    this.#engine = engine;
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
   * @param {number} tolerance the in-tune window in cents.
   * @param {boolean} isCurrent false for a reading from before the end of listening.
   */
  draw(time, reading, tolerance, isCurrent) {
    const seconds = this.#time === null ? 0 : Math.min((time - this.#time) / 1000, 1);
    this.#time = time;
    const hasCents = reading?.isSounding && reading.cents !== null;
    const position = this.#engine.moveMarker(hasCents ? reading.marker : 0.5, seconds);

    const { context, width, height, colors } = this.#surface.begin();
    const at = (cents) => INSET + (cents / RANGE + 1) / 2 * (width - 2 * INSET);
    const base = height - 24;
    this.#drawScale(context, colors, at, base, tolerance);
    if (!hasCents) return;
    const color = isCurrent ? colors[reading.color] : colors.quiet;
    const x = INSET + position * (width - 2 * INSET);
    if (reading.sigma_cents !== null) {
      const half = Math.min(reading.sigma_cents, RANGE) / RANGE / 2 * (width - 2 * INSET);
      context.fillStyle = color;
      context.globalAlpha = 0.25;
      context.fillRect(x - half, 6, 2 * half, base - 6);
      context.globalAlpha = 1;
    }
    context.fillStyle = color;
    context.beginPath();
    context.moveTo(x, 6);
    context.lineTo(x + 5, base);
    context.lineTo(x - 5, base);
    context.fill();
  }

  #drawScale(context, colors, at, base, tolerance) {
    context.fillStyle = colors.good;
    context.globalAlpha = 0.18;
    context.fillRect(at(-tolerance), 6, at(tolerance) - at(-tolerance), base - 6);
    context.globalAlpha = 1;
    context.strokeStyle = colors.line;
    context.lineWidth = 1;
    context.beginPath();
    for (let cents = -RANGE; cents <= RANGE; cents += TICK) {
      const top = cents % 50 === 0 ? base - 16 : base - 8;
      context.moveTo(at(cents), top);
      context.lineTo(at(cents), base);
    }
    context.moveTo(at(-RANGE), base);
    context.lineTo(at(RANGE), base);
    context.stroke();
    context.fillStyle = colors.muted;
    context.font = '12px system-ui, sans-serif';
    context.textAlign = 'center';
    for (const cents of LABELS) {
      const text = cents > 0 ? `+${cents}` : `${cents}`.replace('-', '−');
      context.fillText(text, at(cents), base + 16);
    }
  }
}
