// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import AudioInput
import Terminal
import TunerAnalysis

/// Listens to a device for nothing but when its samples come.
struct ClockMeasurement {
  /// How often a person is told, in seconds.
  private static let interval = 30.0

  let configuration: CaptureConfiguration
  let seconds: Double
  let isQuiet: Bool

  /// Listens for as long as was asked for, or until somebody interrupts.
  ///
  /// - Returns: what is known of the clock then, `nil` for too little; at which rate; and whether
  ///   somebody interrupted.
  /// - Throws: `ExitStatus.deviceUnavailable`; what was wrong has been said.
  func run() throws -> (drift: ClockDrift?, sampleRate: SampleRate, isInterrupted: Bool) {
    let signals = SignalQueue()
    do {
      var capture = try ALSACapture(configuration)
      let rate = capture.sampleRate
      let wanted = Int(seconds * Double(rate.hertz))
      var block = [Float](repeating: 0, count: max(64, rate.hertz / 10))
      var heard = 0
      var told = Self.interval
      while heard < wanted {
        if signals.next(within: 0) == .end { return (capture.health.snapshot.drift, rate, true) }
        heard += try Self.listen(&capture, &block)
        let time = Double(heard) / Double(rate.hertz)
        guard time >= told else { continue }
        told += Self.interval
        tell(capture.health.snapshot.drift, after: time)
      }
      return (capture.health.snapshot.drift, rate, false)
    } catch {
      StandardError.write("tuner: \(printable("\(error)"))\n")
      throw ExitStatus.deviceUnavailable
    }
  }

  /// Returns how far the stream went on.
  private static func listen(
    _ capture: inout ALSACapture, _ block: inout [Float]
  ) throws(ALSAError) -> Int {
    var span = block.mutableSpan
    switch try capture.capture(into: &span) {
    case .samples(let count), .gap(lost: let count): return count
    case .idle, .ended: return 0
    }
  }

  private func tell(_ drift: ClockDrift?, after time: Double) {
    guard !isQuiet else { return }
    let figure = drift.map { ClockText(drift: $0).figure } ?? "nothing yet"
    StandardError.write("tuner: \(TextFigures.number(time, places: 0)) s: \(figure)\n")
  }
}
