// SPDX-License-Identifier: MIT

/** The frequencies of the lowest and of the highest row: those of `headstock_web_spectrum`. */
const LOWEST = 27.5;
const HIGHEST = 7040;
/** The opacity of the strongest level. */
const OPACITY = 0.85;

/**
 * Draws a spectrogram into a canvas: time to the right, the logarithm of the frequency upwards.
 *
 * @param {{levels: Uint8ClampedArray, columns: number, rows: number}} spectrogram
 * @param {number} low the binary logarithm of the lowest frequency of the picture.
 * @param {number} high that of the highest.
 * @param {string} color the colour of strong levels, as `#rrggbb`.
 * @returns {HTMLCanvasElement}
 */
export function spectrogramCanvas({ levels, columns, rows }, low, high, color) {
  const row = (logarithm) =>
    (logarithm - Math.log2(LOWEST)) / Math.log2(HIGHEST / LOWEST) * rows;
  const [bottom, top] = [row(low), row(high)];
  const height = Math.max(1, Math.round(top - bottom));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [columns, height];
  canvas.setAttribute('aria-hidden', 'true');
  const context = canvas.getContext('2d');
  const image = context.createImageData(columns, height);
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  for (let line = 0; line < height; line++) {
    const source = Math.floor(top - (line + 0.5) * (top - bottom) / height);
    if (source < 0 || source >= rows) continue;
    for (let column = 0; column < columns; column++) {
      const place = 4 * (line * columns + column);
      image.data[place] = red;
      image.data[place + 1] = green;
      image.data[place + 2] = blue;
      image.data[place + 3] = OPACITY * levels[column * rows + source];
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
