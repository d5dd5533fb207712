// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import AudioInput
import Terminal
import TunerAnalysis

/// Measures the clock of a device by the times at which its samples arrive.
struct ClockMeasurement {
  /// The interval between two progress messages, in seconds.
  private static let interval = 30.0

  let configuration: CaptureConfiguration
  let seconds: Double
  let isQuiet: Bool

  /// Listens for the requested time, or until a person interrupts.
  ///
  /// - Returns: the measured clock, `nil` if the time was too short; the sample rate; and true if a
  ///   person interrupted.
  /// - Throws: `ExitStatus.deviceUnavailable`; the reason has been printed.
  func run() throws -> (drift: ClockDrift?, sampleRate: SampleRate, isInterrupted: Bool) {
    let interruption = Interruption()
    do {
      var capture = try ALSACapture(configuration)
      let rate = capture.sampleRate
      let wanted = Int(seconds * Double(rate.hertz))
      var block = [Float](repeating: 0, count: max(64, rate.hertz / 10))
      var heard = 0
      var told = Self.interval
      while heard < wanted {
        if interruption.hasHappened { return (capture.health.snapshot.drift, rate, true) }
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

  /// Reads one block, and returns the number of samples by which the stream advanced.
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
