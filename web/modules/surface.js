// SPDX-License-Identifier: MIT

/** The colours of style.css that drawings use. */
const COLORS = ['text', 'muted', 'line', 'paper', 'good', 'near', 'far', 'quiet', 'accent'];

/** A canvas in the pixels of the screen and the colours of the theme. */
export class Surface {
  #canvas;
  #context;
  #colors = null;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d');
    new ResizeObserver(() => this.#fit()).observe(canvas);
    this.#fit();
  }

  /** Forgets the colours, because the theme has changed. */
  refresh() {
    this.#colors = null;
  }

  /**
   * Clears the canvas and returns what a drawing needs: context, width, height and colours.
   *
   * Lengths are CSS pixels.
   */
  begin() {
    const { devicePixelRatio: ratio } = window;
    const [width, height] = [this.#canvas.width / ratio, this.#canvas.height / ratio];
    const context = this.#context;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    this.#colors ??= this.#readColors();
    return { context, width, height, colors: this.#colors };
  }

  #fit() {
    const { width, height } = this.#canvas.getBoundingClientRect();
    this.#canvas.width = Math.round(width * window.devicePixelRatio);
    this.#canvas.height = Math.round(height * window.devicePixelRatio);
  }

  #readColors() {
    const style = getComputedStyle(document.documentElement);
    return Object.fromEntries(
      COLORS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  }
}
