// SPDX-License-Identifier: MIT

// A screen on the reducers: everything that is shown is read from one value, and time comes in with
// what happened. Here a line of text stands for the screen; a window would draw the same
// properties.

import Acoustics
import PitchDetection
import PluckedString
import TunerPipeline
import TunerState
import Tuning

let rate = SampleRate(48000)
let samples = pluckedString(108.5, seconds: 1, rate: rate.hertz)

var view = TunerView()
carryOut(view.reduce(.startListening))
carryOut(view.reduce(.startSucceeded))

var pipeline = try TunerPipeline(
  sampleRate: rate, updateRate: UpdateRate(updates: 10), classifier: view.target.classifier(),
  detector: PitchEngine(.init(sampleRate: rate)))
var cursor = 0
var shown = ""
while let result = pipeline.nextResult(in: samples.span, from: &cursor) {
  let time = result.timestamp.seconds(at: rate)
  carryOut(view.reduce(.pitchResult(result, at: .seconds(time))))
  let line = drawn(view)
  if line != shown { print(line) }
  shown = line
}
carryOut(view.reduce(.stopListening))

/// Returns the screen.
func drawn(_ view: TunerView) -> String {
  let note = view.displayNote.map { $0 + (view.displayOctave.map(String.init) ?? "") } ?? "–"
  let column = Int((20 * view.markerPosition).rounded())
  let scale =
    String(repeating: "·", count: column) + "▲"
    + String(repeating: "·", count: 20 - column)
  return "\(note) \(scale) \(view.tuningState) \(view.markerColor)"
}

/// Does what the reducer asks of the world.
///
/// This display has no microphone to start and no timers, so
/// it says what it was asked for; `TunerRuntime` has a store that carries everything out.
func carryOut(_ effects: [TunerEffect]) {
  for effect in effects {
    switch effect {
    case .startAudio: print("(the microphone is to be opened)")
    case .stopAudio: print("(the microphone is to be closed)")
    default: break
    }
  }
}
