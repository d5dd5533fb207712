// SPDX-License-Identifier: MIT

// An AudioWorklet has no TextEncoder and no TextDecoder, so both directions go through the
// percent-encoding of addresses, which the language itself has.

/** Returns a text as UTF-8; half of a pair of surrogates becomes U+FFFD, as a TextEncoder does. */
export function encode(text) {
  const binary = encodeURIComponent(text.toWellFormed()).replace(/%(..)/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Returns the text of UTF-8 bytes. */
export function decode(bytes) {
  return decodeURIComponent(
    Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
}
