// SPDX-License-Identifier: MIT

internal import Glibc

/// The reverberation of a room: eight delays that feed each other through a Householder matrix (Jot
/// & Chaigne 1991), whose loss falls by 60 dB in the reverberation time.
struct Reverberation {
  /// The delays in seconds: walls of a living room, with no common divisor.
  private static let delays = [0.0113, 0.0137, 0.0173, 0.0199, 0.0239, 0.0271, 0.0313, 0.0367]

  /// Adds the reverberation of a sound to it.
  ///
  /// - Parameters:
  ///   - samples: the sound, changed in place.
  ///   - level: the amplitude of the reverberation, relative to the sound.
  ///   - seconds: the time in which it falls by 60 dB.
  ///   - rate: the sample rate in hertz.
  static func add(
    to samples: inout [Double], level: Double, seconds: Double, rate: Double
  ) {
    let lengths = delays.map { max(1, Int($0 * rate)) }
    let losses = delays.map { pow(10, -3 * $0 / seconds) }
    var lines = lengths.map { [Double](repeating: 0, count: $0) }
    var places = [Int](repeating: 0, count: lengths.count)
    var damped = [Double](repeating: 0, count: lengths.count)
    for index in samples.indices {
      var total = 0.0
      for line in lines.indices {
        // Walls absorb the treble: a one-pole low-pass in each path.
        let value = lines[line][places[line]] * losses[line]
        damped[line] += 0.7 * (value - damped[line])
        total += damped[line]
      }
      let dry = samples[index]
      let back = total * 2 / Double(lines.count)
      for line in lines.indices {
        lines[line][places[line]] = dry + damped[line] - back
        places[line] = places[line] + 1 == lengths[line] ? 0 : places[line] + 1
      }
      samples[index] = dry + level * total
    }
  }
}
