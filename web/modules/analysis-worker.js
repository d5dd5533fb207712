// SPDX-License-Identifier: MIT

import { Engine, EngineError } from './engine.js';

const CHUNK = 8192;

/** Analyses a recording: posts every reading in one array, row by row. */
self.onmessage = ({ data: { bytes, choices, samples, rate } }) => {
  const engine = new Engine(new WebAssembly.Module(bytes));
  try {
    for (const [name, value] of choices) engine.set(name, value);
    engine.prepare(rate);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    self.postMessage({ failure: error.message });
    return;
  }
  const rows = [];
  for (let start = 0; start < samples.length; start += CHUNK) {
    engine.append([samples.subarray(start, start + CHUNK)]);
    while (engine.next()) rows.push(engine.values.slice());
  }
  self.postMessage({ fields: engine.fields, rows });
};
