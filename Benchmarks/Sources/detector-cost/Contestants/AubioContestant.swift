// SPDX-License-Identifier: MIT

import Acoustics
import CAubio

/// A pitch detector of libaubio, with its own defaults.
///
/// It keeps its own window; an update is one call of `aubio_pitch_do` with one hop, which is how a
/// host of aubio uses it.
final class AubioContestant: Contestant {
  /// The reason why a detector of libaubio could not be made.
  enum Failure: Error, CustomStringConvertible {
    /// libaubio refused the method or its sizes.
    case refused(method: String, window: Int)

    var description: String {
      switch self {
      case .refused(let method, let window):
        "libaubio makes no \(method) with a window of \(window): install libaubio-dev of Debian 12."
      }
    }
  }

  private let detector: OpaquePointer
  private let input: UnsafeMutablePointer<fvec_t>
  private let output: UnsafeMutablePointer<fvec_t>

  init(method: String, window: Int, hop: Int, sampleRate: SampleRate) throws(Failure) {
    guard
      let detector = new_aubio_pitch(
        method, uint_t(window), uint_t(hop), uint_t(sampleRate.hertz)),
      let input = new_fvec(uint_t(hop)), let output = new_fvec(1)
    else { throw .refused(method: method, window: window) }
    (self.detector, self.input, self.output) = (detector, input, output)
  }

  deinit {
    del_aubio_pitch(detector)
    del_fvec(input)
    del_fvec(output)
  }

  func update(_ hop: Span<Float>) {
    hop.withUnsafeBufferPointer { samples in
      guard let first = samples.baseAddress else { return }
      input.pointee.data.update(from: first, count: min(samples.count, Int(input.pointee.length)))
    }
    aubio_pitch_do(detector, input, output)
  }
}

extension ContestantEntry {
  /// A method of libaubio with a window of `window` samples.
  static func aubio(_ method: String, window: Int) -> ContestantEntry {
    ContestantEntry(name: "aubio-\(method)-\(window)", owner: .aubio) { rate, hop in
      try AubioContestant(method: method, window: window, hop: hop, sampleRate: rate)
    }
  }
}
