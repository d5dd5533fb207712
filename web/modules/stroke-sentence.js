// SPDX-License-Identifier: MIT

/**
 * Returns a sentence about a stroke, the worst string first, as the program writes it: such as
 * "D3 is 12 cents flat; the others are in tune."
 *
 * @param {Array<{name: string, isJoint: boolean, state: string, cents: ?number,
 *   isInTune: boolean}>} strings the strings in the order of the instrument. The name is that of
 *   `Engine.strokeName`; joint strings are several that are measured as one. The state is
 *   `sounding`, `uncertain`, `unclear` or `silent`.
 */
export function strokeSentence(strings) {
  const isHeard = ({ state, cents }) => state === 'sounding' && cents !== null;
  const heard = strings.filter(isHeard);
  const off = heard.filter(({ isInTune }) => !isInTune)
    .sort((first, second) => Math.abs(second.cents) - Math.abs(first.cents));
  const inTune = heard.filter(({ isInTune }) => isInTune);
  const silent = strings.filter(({ state }) => state === 'silent');
  const uncertain = strings.filter(({ state }) => state === 'uncertain');
  const unclear = strings.filter((string) =>
    !['silent', 'uncertain'].includes(string.state) && !isHeard(string));
  const clauses = [
    off.map((string) => `${list([string], 'is', 'are')} ${distance(string.cents)}`).join(', '),
    inTune.length > 0 ? inTuneClause(inTune, off.length, strings.length) : '',
    uncertain.length > 0 ? `${list(uncertain, 'is', 'are')} too uncertain to judge` : '',
    unclear.length > 0 ? `${list(unclear, 'is', 'are')} unclear` : '',
    silent.length > 0 ? `${list(silent, 'was', 'were')} not heard` : '',
  ];
  const sentence = clauses.filter((clause) => clause !== '').join('; ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function inTuneClause(inTune, offCount, count) {
  if (inTune.length === count) return 'all strings are in tune';
  return inTune.length > 1 && offCount > 0 && offCount + inTune.length === count
    ? 'the others are in tune' : `${list(inTune, 'is', 'are')} in tune`;
}

/** Returns the distance in cents and its side; from ten cents on without a tenth. */
function distance(cents) {
  const size = Math.abs(cents);
  return `${size.toFixed(size < 9.95 ? 1 : 0)} cents ${cents < 0 ? 'flat' : 'sharp'}`;
}

/** Returns the names of strings with a verb: that of one string, or that of several. */
function list(strings, one, more) {
  const names = strings.map(({ name }) => name);
  if (strings.length === 1) return `${names[0]} ${strings[0].isJoint ? more : one}`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} ${more}`;
}
