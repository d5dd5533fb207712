// SPDX-License-Identifier: MIT

/**
 * Returns a sentence about a stroke, the worst string first, as the program writes it: such as
 * "D3 is 12 cents flat; the others are in tune."
 *
 * @param {Array<{name: string, state: string, cents: ?number, isInTune: boolean}>} strings the
 *   strings in the order of the instrument; the state is `sounding`, `uncertain`, `unclear` or
 *   `silent`.
 */
export function strokeSentence(strings) {
  const isHeard = ({ state, cents }) => state === 'sounding' && cents !== null;
  const heard = strings.filter(isHeard);
  const off = heard.filter(({ isInTune }) => !isInTune)
    .sort((first, second) => Math.abs(second.cents) - Math.abs(first.cents));
  const inTune = names(heard.filter(({ isInTune }) => isInTune));
  const silent = names(strings.filter(({ state }) => state === 'silent'));
  const uncertain = names(strings.filter(({ state }) => state === 'uncertain'));
  const unclear = names(strings.filter((string) =>
    !['silent', 'uncertain'].includes(string.state) && !isHeard(string)));
  const clauses = [
    off.map(({ name, cents }) => `${name} is ${distance(cents)}`).join(', '),
    inTune.length > 0 ? inTuneClause(inTune, off.length, strings.length) : '',
    uncertain.length > 0
      ? `${list(uncertain)} ${uncertain.length === 1 ? 'is' : 'are'} too uncertain to judge` : '',
    unclear.length > 0 ? `${list(unclear)} ${unclear.length === 1 ? 'is' : 'are'} unclear` : '',
    silent.length > 0 ? `${list(silent)} ${silent.length === 1 ? 'was' : 'were'} not heard` : '',
  ];
  const sentence = clauses.filter((clause) => clause !== '').join('; ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function inTuneClause(inTune, offCount, count) {
  if (inTune.length === count) return 'all strings are in tune';
  if (inTune.length === 1) return `${inTune[0]} is in tune`;
  return offCount > 0 && offCount + inTune.length === count
    ? 'the others are in tune' : `${list(inTune)} are in tune`;
}

/** Returns the distance in cents and its side; from ten cents on without a tenth. */
function distance(cents) {
  const size = Math.abs(cents);
  return `${size.toFixed(size < 9.95 ? 1 : 0)} cents ${cents < 0 ? 'flat' : 'sharp'}`;
}

function names(strings) {
  return strings.map(({ name }) => name);
}

function list(names) {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
