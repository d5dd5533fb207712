// SPDX-License-Identifier: MIT

import { Surface } from './surface.js';

/** The time that is displayed, in seconds. */
const SPAN = 30;
const RANGE = 50;
/** The pause in seconds that ends a line. */
const GAP = 0.2;

/** The deviations of the last 30 s as a curve. */
export class History {
  #surface;
  #points = [];

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.#surface = new Surface(canvas);
  }

  /** Forgets the colours, because the theme has changed. */
  refresh() {
    this.#surface.refresh();
  }

  /** Forgets the readings of an earlier session. */
  clear() {
    this.#points = [];
  }

  /** Keeps a reading. */
  add(reading) {
    const { time_s: time, cents, color } = reading;
    this.#points.push({ time, color, cents: reading.isSounding ? cents : null });
    // What is older is outside the drawing.
    const first = this.#points.findIndex((point) => point.time >= time - SPAN - GAP);
    this.#points.splice(0, first);
  }

  /** Draws the curve; its right end is the newest reading. */
  draw(tolerance) {
    const { context, width, height, colors } = this.#surface.begin();
    const end = this.#points.at(-1)?.time ?? 0;
    const x = (time) => width * (1 + (time - end) / SPAN);
    const y = (cents) => height / 2 * (1 - Math.max(-RANGE, Math.min(RANGE, cents)) / RANGE);
    context.fillStyle = colors.good;
    context.globalAlpha = 0.18;
    context.fillRect(0, y(tolerance), width, y(-tolerance) - y(tolerance));
    context.globalAlpha = 1;
    context.strokeStyle = colors.line;
    context.beginPath();
    context.moveTo(0, y(0));
    context.lineTo(width, y(0));
    context.stroke();
    context.fillStyle = colors.muted;
    context.font = '12px system-ui, sans-serif';
    context.fillText(`+${RANGE} cents`, 0, 12);
    context.fillText(`−${RANGE} cents`, 0, height - 4);
    context.lineWidth = 2;
    let last = null;
    for (const point of this.#points) {
      if (point.cents === null) {
        last = null;
        continue;
      }
      if (last && point.time - last.time < GAP) {
        context.strokeStyle = colors[point.color];
        context.beginPath();
        context.moveTo(x(last.time), y(last.cents));
        context.lineTo(x(point.time), y(point.cents));
        context.stroke();
      }
      last = point;
    }
    context.lineWidth = 1;
  }
}
