// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import AudioFile
import AudioInput

/// A capture device: a microphone or the cable of an instrument.
struct DeviceCheck: MicrophoneCheck {
  /// The duration of the check, in seconds.
  private static let length = 5.0
  /// The number of empty reads in a row before the check ends; each waits up to 50 ms.
  private static let emptyReadLimit = 60

  let name: String
  let channels: ChannelSelection

  var isPlayed: Bool { true }

  func listen(_ report: (Decibels?) throws -> Void) throws -> RecordingRemark? {
    var capture = try ALSACapture(CaptureConfiguration(deviceName: name, channels: channels))
    let rate = capture.sampleRate.hertz
    var block = [Float](repeating: 0, count: max(rate / 20, capture.setup.periodInFrames))
    var rest = Int(Self.length * Double(rate))
    var idle = 0
    while rest > 0, idle < Self.emptyReadLimit {
      switch try Self.capture(&capture, &block) {
      case .samples(let count):
        idle = 0
        rest -= count
        try report(RecordingCheck.level(of: block.prefix(count)))
      case .gap(let lost): rest -= lost
      case .idle: idle += 1
      case .ended: return nil
      }
    }
    return nil
  }

  private static func capture(
    _ capture: inout ALSACapture, _ block: inout [Float]
  ) throws -> CaptureEvent {
    var span = block.mutableSpan
    return try capture.capture(into: &span)
  }
}
