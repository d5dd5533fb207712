// SPDX-License-Identifier: MIT

// A source of your own, listened to as a file or a sound card would be.
//
//   arecord -t raw -f S16_LE -r 48000 -c 1 -d 5 take.raw
//   swift run OwnSource take.raw

import Acoustics
import Foundation
import PitchDetection
import PluckedString
import TunerPipeline
import Tuning

/// The bytes of the recording that was named, or else of a string that is made up.
func bytes() throws -> Data {
  if CommandLine.arguments.count > 1 {
    return try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
  }
  let samples = pluckedString(196, seconds: 1, rate: 48000).map { Int16(32767 * $0) }
  return Data(
    samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
}

var iterator = try bytes().makeIterator()
var source = RawSource(sampleRate: SampleRate(48000)) { iterator.next() }
var pipeline = try TunerPipeline(
  sampleRate: source.sampleRate, updateRate: UpdateRate(updates: 10),
  classifier: PitchClassifier(selection: .strings(.standard)),
  detector: PitchEngine(.init(sampleRate: source.sampleRate)))

var block = [Float](repeating: 0, count: 4096)
while true {
  var span = block.mutableSpan
  let count = try source.read(into: &span)
  if count == 0 { break }
  var cursor = 0
  while let result = pipeline.nextResult(in: block.span.extracting(first: count), from: &cursor) {
    guard let target = result.target, let cents = result.cents else { continue }
    print(
      result.timestamp.seconds(at: source.sampleRate), target, "\(Int(cents.value.rounded())) cents"
    )
  }
}
