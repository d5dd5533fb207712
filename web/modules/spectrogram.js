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
 * @param {string} color the colour of strong levels.
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
  for (let line = 0; line < height; line++) {
    const source = Math.floor(top - (line + 0.5) * (top - bottom) / height);
    if (source < 0 || source >= rows) continue;
    for (let column = 0; column < columns; column++) {
      image.data[4 * (line * columns + column) + 3] = OPACITY * levels[column * rows + source];
    }
  }
  context.putImageData(image, 0, 0);
  // The image has only opacities. The canvas knows every colour, those of the system too.
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = color;
  context.fillRect(0, 0, columns, height);
  return canvas;
}
