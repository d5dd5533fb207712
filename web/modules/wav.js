// SPDX-License-Identifier: MIT

const HEADER = 58;
const FLOAT_FORMAT = 3;

/**
 * Makes a WAV file of blocks of samples: one channel of 32-bit floats, as they were heard.
 *
 * @param {Float32Array[]} blocks
 * @param {number} rate samples a second.
 * @returns {Blob}
 */
export function wavFile(blocks, rate) {
  const bytes = blocks.reduce((sum, block) => sum + block.byteLength, 0);
  const header = new DataView(new ArrayBuffer(HEADER));
  const text = (at, name) =>
    [...name].forEach((character, index) => header.setUint8(at + index, character.charCodeAt(0)));
  text(0, 'RIFF');
  header.setUint32(4, HEADER - 8 + bytes, true);
  text(8, 'WAVEfmt ');
  header.setUint32(16, 18, true);
  header.setUint16(20, FLOAT_FORMAT, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, rate, true);
  header.setUint32(28, rate * 4, true);
  header.setUint16(32, 4, true);
  header.setUint16(34, 32, true);
  // A format other than PCM states the size of its extension and its number of samples.
  header.setUint16(36, 0, true);
  text(38, 'fact');
  header.setUint32(42, 4, true);
  header.setUint32(46, bytes / 4, true);
  text(50, 'data');
  header.setUint32(54, bytes, true);
  return new Blob([header.buffer, ...blocks], { type: 'audio/wav' });
}

/**
 * Returns what a WAV file states: its samples a second, and its length in seconds, 0 where it is
 * not known; null for another file.
 */
export function wavFormat(buffer) {
  const view = new DataView(buffer);
  const name = (at) => String.fromCharCode(...new Uint8Array(buffer, at, 4));
  if (buffer.byteLength < 12 || name(0) !== 'RIFF' || name(8) !== 'WAVE') return null;
  let [rate, bytesPerSecond] = [null, 0];
  for (let at = 12; at + 24 <= buffer.byteLength;) {
    const size = view.getUint32(at + 4, true);
    if (name(at) === 'fmt ') {
      rate = view.getUint32(at + 12, true);
      bytesPerSecond = view.getUint32(at + 16, true);
    } else if (name(at) === 'data' && bytesPerSecond > 0) {
      // A file that was not closed may state another size.
      return { rate, seconds: Math.min(size, buffer.byteLength - at - 8) / bytesPerSecond };
    }
    at += 8 + size + (size & 1);
  }
  return rate === null ? null : { rate, seconds: 0 };
}
