// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioInput
internal import CHeadstock
internal import SignalProcessing

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Mixes interleaved samples to mono.
@implementation @c
public func headstock_mix(
  _ interleaved: UnsafePointer<Float>!, _ frameCount: Int, _ channelCount: UInt32,
  _ channel: UInt32, _ mono: UnsafeMutablePointer<Float>!
) -> Int32 {
  guard channelCount > 0, channel <= channelCount else { return HEADSTOCK_ERROR_CHANNEL.rawValue }
  let (count, isTooLarge) = frameCount.multipliedReportingOverflow(by: Int(channelCount))
  guard !isTooLarge, let samples = ForeignMemory.samples(interleaved, count),
    frameCount == 0 || mono.map({ ForeignMemory.isAligned($0) }) ?? false,
    let mixer = try? MonoMixer(
      channelCount: Int(channelCount), selection: channel == 0 ? .mix : .channel(Int(channel)))
  else { return HEADSTOCK_ERROR_ARGUMENT.rawValue }
  let mixed = UnsafeMutableBufferPointer(start: frameCount == 0 ? nil : mono, count: frameCount)
  // One span is written while the other is read.
  guard !ForeignMemory.overlap(samples, UnsafeBufferPointer(mixed)) else {
    return HEADSTOCK_ERROR_ARGUMENT.rawValue
  }
  withDenormalsFlushed {
    var span = mixed.mutableSpan
    mixer.mix(samples.span, into: &span)
  }
  return HEADSTOCK_OK.rawValue
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Measures the phase of a tone relative to a reference.
@implementation @c
public func headstock_strobe(
  _ samples: UnsafePointer<Float>!, _ count: Int, _ end: Int64, _ target: Double, _ rate: UInt32,
  _ turns: UnsafeMutablePointer<Double>!
) -> Int32 {
  guard let turns, rate > 0, let block = ForeignMemory.samples(samples, count) else {
    return HEADSTOCK_ERROR_ARGUMENT.rawValue
  }
  let phase = withDenormalsFlushed {
    StrobePhase.turns(
      of: block.span, endingAt: SamplePosition(end), target: Hertz(target),
      at: SampleRate(Int(rate)))
  }
  guard let phase else { return HEADSTOCK_OK.rawValue }
  turns.pointee = phase
  return HEADSTOCK_RESULT.rawValue
}
