// SPDX-License-Identifier: MIT

package import Acoustics

/// A stroke over several strings with exact truth, in continuous time.
package struct Strum: Hashable, Sendable {
  /// One string of the stroke.
  package struct Voice: Hashable, Sendable {
    /// The first partial that the string has in tune.
    package var target: Hertz
    /// The pluck.
    package var pluck: Pluck
    /// False for a string that the stroke misses.
    package var isPlayed: Bool

    /// Makes a string.
    ///
    /// - Parameters:
    ///   - target: the first partial in tune.
    ///   - pluck: the string and its onset.
    ///   - isPlayed: false for a string that the stroke misses.
    package init(target: Hertz, pluck: Pluck, isPlayed: Bool = true) {
      self.target = target
      self.pluck = pluck
      self.isPlayed = isPlayed
    }
  }

  /// The strings in the order of the tuning.
  package var voices: [Voice]
  /// The level of the strings over the noise in decibels, 0.2 to 1 s after the last onset.
  package var signalToNoise: Double
  /// The seed of the noise.
  package var noiseSeed: UInt64

  /// Makes a stroke.
  ///
  /// - Parameters:
  ///   - voices: the strings in the order of the tuning.
  ///   - signalToNoise: in decibels.
  ///   - noiseSeed: the seed of the noise.
  package init(voices: [Voice], signalToNoise: Double, noiseSeed: UInt64) {
    self.voices = voices
    self.signalToNoise = signalToNoise
    self.noiseSeed = noiseSeed
  }

  /// The last onset of a played string, in seconds since the signal's start.
  package var lastOnset: Double {
    voices.filter(\.isPlayed).map(\.pluck.onset).max() ?? TestSignal.quiet
  }

  /// The first onset of a played string, in seconds since the signal's start.
  package var firstOnset: Double {
    voices.filter(\.isPlayed).map(\.pluck.onset).min() ?? TestSignal.quiet
  }

  /// Returns the first partial of a string at a time.
  ///
  /// - Parameters:
  ///   - index: the string's index.
  ///   - time: in seconds since the signal's start.
  /// - Returns: the frequency; `nil` for a string that is not played or has not begun.
  package func firstPartial(ofString index: Int, at time: Double) -> Hertz? {
    let voice = voices[index]
    guard voice.isPlayed, time >= voice.pluck.onset else { return nil }
    return voice.pluck.string.frequency(ofPartial: 1, at: time - voice.pluck.onset)
  }

  /// Returns the signal for a rendering at `rate`.
  ///
  /// - Parameters:
  ///   - rate: affects the partials below the Nyquist frequency, and so the noise's power.
  ///   - seconds: the length after the last onset.
  /// - Returns: the strings and white noise over the full band.
  package func signal(at rate: SampleRate, lasting seconds: Double = 1.15) -> TestSignal {
    let plucks = voices.filter(\.isPlayed).map(\.pluck)
    let last = lastOnset
    let power = plucks.reduce(0.0) { sum, pluck in
      let table = PartialTable(of: pluck.string, at: rate)
      let begin = last + 0.2 - pluck.onset
      return sum + table.meanPower(over: begin...(begin + 0.8))
    }
    let ratio = Decibels(-signalToNoise).amplitude
    return TestSignal(
      plucks: plucks,
      noise: Noise(colour: .white, power: power * ratio * ratio, seed: noiseSeed),
      duration: last + seconds)
  }
}
