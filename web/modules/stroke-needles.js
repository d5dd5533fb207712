// SPDX-License-Identifier: MIT

import { errorText, signed } from './readout.js';
import { Surface } from './surface.js';

/** The ends of a scale in cents: the middle half of the engine's marker. */
const RANGE = 50;
/** The narrowest column of a string, and the height of a row of needles, in CSS pixels. */
const NARROWEST = 44;
const WIDEST = 120;
const HEIGHT = 208;
/** The time in seconds in which a needle covers two thirds of its way. */
const INERTIA = 0.06;

/** A standing needle for each string, side by side: sharp is up. */
export class StrokeNeedles {
  #canvas;
  #surface;
  #positions = [];
  #time = null;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.#canvas = canvas;
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
   * @param {object[]} columns the strings from left to right: name, cents, sigma, marker, color,
   *   brightness (1 for a string that sounds, 0 for an earlier reading), and a word.
   * @param {number} tolerance the in-tune window in cents.
   * @param {boolean} isReduced true where needles jump.
   */
  draw(time, columns, tolerance, isReduced) {
    const seconds = this.#time === null ? 0 : Math.min((time - this.#time) / 1000, 1);
    this.#time = time;
    const share = isReduced ? 1 : 1 - Math.exp(-seconds / INERTIA);
    const available = this.#canvas.clientWidth;
    const perRow = Math.max(1, Math.min(columns.length, Math.floor(available / NARROWEST)));
    const rows = Math.max(1, Math.ceil(columns.length / perRow));
    const height = `${rows * HEIGHT}px`;
    if (this.#canvas.style.height !== height) this.#canvas.style.height = height;
    const { context, width, colors } = this.#surface.begin();
    const step = Math.min(WIDEST, width / perRow);
    columns.forEach((column, index) => {
      const goal = Math.max(0, Math.min(1, 2 * (column.marker ?? 0.5) - 0.5));
      const last = this.#positions[index] ?? 0.5;
      this.#positions[index] = last + (goal - last) * share;
      const inRow = Math.min(perRow, columns.length - perRow * Math.floor(index / perRow));
      const left = (width - step * inRow) / 2 + step * (index % perRow);
      const top = HEIGHT * Math.floor(index / perRow);
      drawString(context, colors, column, {
        left, top, width: step, position: this.#positions[index], tolerance,
      });
    });
    this.#positions.length = columns.length;
  }
}

function drawString(context, colors, column, { left, top, width, position, tolerance }) {
  const middle = left + width / 2;
  const isBright = column.brightness !== null && column.brightness > 0.5;
  const color = isBright ? colors[column.color] : colors.muted;
  const text = (line, size, weight, y, fill) => {
    context.font = `${weight} ${size}px system-ui, sans-serif`;
    context.fillStyle = fill;
    context.textAlign = 'center';
    context.fillText(line, middle, top + y, width - 2);
  };
  const isWide = width >= 80;
  text(column.name, isWide ? 22 : 17, 700, 22, isBright ? colors.text : colors.muted);
  if (column.cents !== null) {
    text(signed(column.cents), isWide ? 20 : 15, 700, 44, color);
    text(errorText(column.sigma), 12, 400, 61, colors.muted);
  }
  text(column.word, isWide ? 15 : 12, 400, HEIGHT - 6, color);

  const [high, low] = [top + 72, top + HEIGHT - 26];
  const y = (cents) => high + (1 - cents / RANGE) / 2 * (low - high);
  const half = Math.min(width * 0.36, 30);
  context.fillStyle = colors.good;
  context.globalAlpha = 0.18;
  context.fillRect(middle - half, y(tolerance), 2 * half, y(-tolerance) - y(tolerance));
  context.globalAlpha = 1;
  context.strokeStyle = colors.line;
  context.beginPath();
  for (let cents = -RANGE; cents <= RANGE; cents += 10) {
    const tick = cents % 50 === 0 ? 8 : 4;
    context.moveTo(middle - half, y(cents));
    context.lineTo(middle - half + tick, y(cents));
  }
  context.moveTo(middle - half, high);
  context.lineTo(middle - half, low);
  context.stroke();
  if (column.cents === null) return;
  const at = low - position * (low - high);
  context.globalAlpha = 0.35 + 0.65 * (column.brightness ?? 0);
  context.fillStyle = isBright ? colors[column.color] : colors.quiet;
  context.beginPath();
  context.moveTo(middle - half + 3, at);
  context.lineTo(middle + half, at - 6);
  context.lineTo(middle + half, at + 6);
  context.fill();
  context.globalAlpha = 1;
}
