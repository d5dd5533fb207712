// SPDX-License-Identifier: MIT

const NAMESPACE = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT, LEFT, RIGHT] = [720, 400, 56, 8];
/** The pause in seconds that ends a line. */
const GAP = 0.2;
const CENTS = 50;
/** The distances of the marks of the time axis in seconds: the first that gives at most ten. */
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60, 120, 300];

/**
 * Draws the readings of a recording over time: pitch, deviation and confidence, each in a panel.
 *
 * @param {Reading[]} readings
 * @param {number} seconds the length of the recording.
 * @param {number} tolerance the in-tune window in cents.
 * @returns {SVGElement}
 */
export function analysisPlot(readings, seconds, tolerance) {
  const sounding = readings.filter((reading) => reading.isSounding);
  const frequencies = sounding.map(({ frequency_hz }) => frequency_hz);
  const low = Math.log2(frequencies.reduce((a, b) => Math.min(a, b), 220)) - 0.2;
  const high = Math.log2(frequencies.reduce((a, b) => Math.max(a, b), 221)) + 0.2;
  const panels = [
    {
      title: 'Hz', top: 8, height: 130, low, high, ticks: octaves(low, high),
      value: ({ frequency_hz }) => Math.log2(frequency_hz), readings: sounding,
    },
    {
      title: 'cents', top: 156, height: 130, low: -CENTS, high: CENTS, window: tolerance,
      ticks: [-50, -25, 0, 25, 50].map((cents) => [cents, `${cents}`.replace('-', '−')]),
      value: ({ cents }) => Math.max(-CENTS, Math.min(CENTS, cents)),
      readings: sounding.filter(({ cents }) => cents !== null),
    },
    {
      title: 'confidence', top: 304, height: 70, low: 0, high: 1, ticks: [[0, '0'], [1, '1']],
      value: ({ confidence }) => confidence, readings,
    },
  ];
  const svg = make('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'plot', role: 'img' });
  svg.setAttribute('aria-label', 'Pitch, cents and confidence over time');
  const x = (time) => LEFT + time / Math.max(seconds, 0.001) * (WIDTH - LEFT - RIGHT);
  for (const panel of panels) drawPanel(svg, panel, x);
  const step = STEPS.find((step) => seconds / step <= 10) ?? STEPS.at(-1);
  for (let time = 0; time <= seconds; time += step) {
    const anchor = x(time) > WIDTH - 24 ? 'end' : 'middle';
    svg.append(label(x(time), HEIGHT - 8, `${Number(time.toFixed(1))} s`, anchor));
  }
  return svg;
}

function drawPanel(svg, panel, x) {
  const y = (value) =>
    panel.top + panel.height * (1 - (value - panel.low) / (panel.high - panel.low));
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
  svg.append(make('path', { class: 'curve', d: path(panel, x, y) }));
}

/** Returns the line through the readings, broken at each pause. */
function path({ readings, value }, x, y) {
  let last = -Infinity;
  return readings.map((reading) => {
    const command = reading.time_s - last > GAP ? 'M' : 'L';
    last = reading.time_s;
    return `${command}${x(reading.time_s).toFixed(1)} ${y(value(reading)).toFixed(1)}`;
  }).join('');
}

/** Returns the octaves of 55 Hz between two logarithms, as ticks. */
function octaves(low, high) {
  const ticks = [];
  for (let octave = -2; octave <= 6; octave++) {
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
