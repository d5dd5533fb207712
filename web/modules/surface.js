// SPDX-License-Identifier: MIT

/** The colours of style.css that drawings use. */
const COLORS = ['text', 'muted', 'line', 'paper', 'good', 'near', 'far', 'quiet', 'accent'];

/** A canvas in the pixels of the screen and the colours of the theme. */
export class Surface {
  #canvas;
  #context;
  #colors = null;
  /** The pixels of the screen in a CSS pixel: zoom and another screen change it. */
  #ratio;

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
    if (this.#ratio !== window.devicePixelRatio) this.#fit();
    const ratio = this.#ratio;
    const [width, height] = [this.#canvas.width / ratio, this.#canvas.height / ratio];
    const context = this.#context;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    this.#colors ??= this.#readColors();
    return { context, width, height, colors: this.#colors };
  }

  #fit() {
    const { width, height } = this.#canvas.getBoundingClientRect();
    this.#ratio = window.devicePixelRatio;
    this.#canvas.width = Math.round(width * this.#ratio);
    this.#canvas.height = Math.round(height * this.#ratio);
  }

  #readColors() {
    const style = getComputedStyle(document.documentElement);
    return Object.fromEntries(
      COLORS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  }
}
