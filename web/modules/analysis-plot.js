// SPDX-License-Identifier: MIT

import { spectrogramCanvas } from './spectrogram.js';

const NAMESPACE = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT, LEFT, RIGHT] = [720, 490, 56, 8];
/** The pause in seconds, and the jump in cents, that end a line. */
const GAP = 0.2;
const JUMP = 120;
const CENTS = 50;
/** The width of a character of a note's name, rounded up because fonts differ. */
const CHARACTER = 8;
/** The distances of the marks of the time axis in seconds: the first that gives at most ten. */
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60, 120, 300];

/**
 * Draws a recording over time: pitch over the spectrum, deviation and confidence, each in a panel.
 *
 * @param {object} analysis
 * @param {number} analysis.seconds the length of the recording.
 * @param {object[][]} analysis.lines readings with a pitch in the order of time: one line, or one
 *   for each string of strokes.
 * @param {string[]} analysis.lineNames a name for each line; none for one line.
 * @param {object[]} analysis.readings readings with a confidence; none for strokes.
 * @param {{name: string, start_s: number, end_s: number, frequency_hz: number}[]} analysis.notes
 * @param {?object} analysis.spectrogram
 * @param {number} tolerance the in-tune window in cents.
 * @returns {HTMLElement}
 */
export function analysisPlot(analysis, tolerance) {
  const { seconds, lines, lineNames, readings, notes, spectrogram } = analysis;
  const frequencies = lines.flat().map(({ frequency_hz }) => frequency_hz);
  const lowest = frequencies.reduce((a, b) => Math.min(a, b), Infinity);
  const highest = frequencies.reduce((a, b) => Math.max(a, b), 0);
  // There is little below the lowest note, and above the highest only its partials.
  const [low, high] = [Math.log2(lowest / 1.4), Math.log2(Math.max(2.5 * highest, 8 * lowest))];
  const withCents = lines.map((line) => line.filter(({ cents }) => cents !== null));
  const pitch = {
    title: 'Hz', top: 8, height: 230, low, high, ticks: octaves(low, high), lines, style: 'pitch',
    value: ({ frequency_hz }) => Math.log2(frequency_hz),
  };
  const panels = [pitch, {
    title: 'cents', top: 256, height: 130, low: -CENTS, high: CENTS, window: tolerance,
    ticks: [-50, -25, 0, 25, 50].map((cents) => [cents, `${cents}`.replace('-', '−')]),
    value: ({ cents }) => Math.max(-CENTS, Math.min(CENTS, cents)), lines: withCents,
  }, {
    title: 'confidence', top: 404, height: 60, low: 0, high: 1, ticks: [[0, '0'], [1, '1']],
    value: ({ confidence }) => confidence, lines: readings.length > 0 ? [readings] : lines,
  }];
  const svg = make('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'plot', role: 'img' });
  svg.setAttribute('aria-label', 'Pitch over the spectrum, cents and confidence over time');
  const x = (time) => LEFT + time / Math.max(seconds, 0.001) * (WIDTH - LEFT - RIGHT);
  for (const panel of panels) drawPanel(svg, panel, x);
  drawNames(svg, pitch, notes, x);
  drawLineNames(svg, pitch, lineNames, x);
  const step = STEPS.find((step) => seconds / step <= 10) ?? STEPS.at(-1);
  for (let time = 0; time <= seconds; time += step) {
    const anchor = x(time) > WIDTH - 24 ? 'end' : 'middle';
    svg.append(label(x(time), HEIGHT - 8, `${Number(time.toFixed(1))} s`, anchor));
  }
  const stack = document.createElement('div');
  stack.className = 'plot-stack';
  if (spectrogram) stack.append(background(spectrogram, pitch, x(spectrogram.seconds)));
  stack.append(svg);
  return stack;
}

/** Returns the spectrogram at its place behind a panel. */
function background(spectrogram, { top, height, low, high }, right) {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
  const canvas = spectrogramCanvas(spectrogram, low, high, color);
  canvas.style.left = `${100 * LEFT / WIDTH}%`;
  canvas.style.width = `${100 * (right - LEFT) / WIDTH}%`;
  canvas.style.top = `${100 * top / HEIGHT}%`;
  canvas.style.height = `${100 * height / HEIGHT}%`;
  return canvas;
}

function place(panel) {
  return (value) =>
    panel.top + panel.height * (1 - (value - panel.low) / (panel.high - panel.low));
}

function drawPanel(svg, panel, x) {
  const y = place(panel);
  svg.append(make('rect', {
    class: 'frame', x: LEFT, y: panel.top, width: WIDTH - LEFT - RIGHT, height: panel.height,
  }));
  if (panel.window) {
    svg.append(make('rect', {
      class: 'window', x: LEFT, width: WIDTH - LEFT - RIGHT, y: y(panel.window),
      height: y(-panel.window) - y(panel.window),
    }));
  }
  for (const [value, text] of panel.ticks) {
    svg.append(
      make('line', { class: 'tick', x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
      label(LEFT - 4, y(value) + 4, text, 'end'));
  }
  svg.append(label(LEFT + 6, panel.top + panel.height - 6, panel.title, 'start'));
  const d = panel.lines.map((line) => path(line, panel.value, x, y)).join('');
  if (panel.style) svg.append(make('path', { class: 'halo', d }));
  svg.append(make('path', { class: `curve ${panel.style ?? ''}`, d }));
}

/** Writes the names of notes above their pitch, from left to right, where they do not overlap. */
function drawNames(svg, panel, notes, x) {
  const y = place(panel);
  let free = LEFT;
  for (const { name, start_s: start, end_s: end, frequency_hz: frequency } of notes) {
    if (frequency === null) continue;
    const [middle, half] = [x((start + end) / 2), CHARACTER * name.length / 2];
    if (middle - half < free || middle + half > WIDTH - RIGHT) continue;
    free = middle + half;
    const text = label(middle, y(Math.log2(frequency)) - 8, name, 'middle');
    text.setAttribute('class', 'name');
    svg.append(text);
  }
}

/** Writes the name of each line before its first reading. */
function drawLineNames(svg, panel, names, x) {
  names.forEach((name, index) => {
    const [first] = panel.lines[index];
    if (!first) return;
    const text = label(
      x(first.time_s) - 6, place(panel)(panel.value(first)) + 4, name, 'end');
    text.setAttribute('class', 'name');
    svg.append(text);
  });
}

/** Returns the line through readings, broken at each pause and at each jump of the pitch. */
function path(readings, value, x, y) {
  let last = null;
  return readings.map((reading) => {
    const isJoined = last && reading.time_s - last.time_s <= GAP
      && (!reading.frequency_hz || !last.frequency_hz
        || Math.abs(1200 * Math.log2(reading.frequency_hz / last.frequency_hz)) < JUMP);
    last = reading;
    const point = `${x(reading.time_s).toFixed(1)} ${y(value(reading)).toFixed(1)}`;
    // A line through one point is drawn as a dot by its round ends.
    return isJoined ? `L${point}` : `M${point}L${point}`;
  }).join('');
}

/** Returns the octaves of 55 Hz between two logarithms, as ticks. */
function octaves(low, high) {
  const ticks = [];
  for (let octave = -2; octave <= 7; octave++) {
    const value = Math.log2(55) + octave;
    if (value >= low && value <= high) ticks.push([value, `${Math.round(55 * 2 ** octave)}`]);
  }
  return ticks;
}

function label(x, y, text, anchor) {
  const element = make('text', { x, y, 'text-anchor': anchor });
  element.textContent = text;
  return element;
}

function make(name, attributes) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
