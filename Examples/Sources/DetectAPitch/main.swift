// SPDX-License-Identifier: MIT

// Samples in, pitches out: the engine alone, as a plug-in or a game would use it.

import Acoustics
import PitchDetection
import PluckedString

let rate = SampleRate(48000)
let samples = pluckedString(110, seconds: 1, rate: rate.hertz)

var engine = try PitchEngine(.init(sampleRate: rate))
let hop = rate.hertz / 10
for start in stride(from: 0, through: samples.count - hop, by: hop) {
  engine.append(samples.span.extracting(start..<(start + hop)))
  let pitch = engine.estimatePitch().flatMap { $0.confidence >= 0.7 ? $0 : nil }
  let time = Double(start + hop) / Double(rate.hertz)
  print(time, pitch.map { "\(($0.frequency.value * 10).rounded() / 10) Hz" } ?? "nothing")
}
