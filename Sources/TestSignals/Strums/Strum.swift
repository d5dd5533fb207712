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
    /// The sounds that begin with the pluck: a second polarisation, a second string of a course, a
    /// knock of the body.
    package var companions: [Pluck]
    /// False for a string that the stroke misses.
    package var isPlayed: Bool

    /// Makes a string.
    ///
    /// - Parameters:
    ///   - target: the first partial in tune.
    ///   - pluck: the string and its onset.
    ///   - companions: the sounds that begin with the pluck.
    ///   - isPlayed: false for a string that the stroke misses.
    package init(
      target: Hertz, pluck: Pluck, companions: [Pluck] = [], isPlayed: Bool = true
    ) {
      self.target = target
      self.pluck = pluck
      self.companions = companions
      self.isPlayed = isPlayed
    }
  }

  /// The strings in the order of the tuning.
  package var voices: [Voice]
  /// The level of the strings over the noise in decibels, 0.2 to 1 s after the last onset.
  package var signalToNoise: Double
  /// The colour of the noise.
  package var noiseColour: NoiseColour
  /// The seed of the noise.
  package var noiseSeed: UInt64

  /// Makes a stroke.
  ///
  /// - Parameters:
  ///   - voices: the strings in the order of the tuning.
  ///   - signalToNoise: in decibels.
  ///   - noiseColour: the colour of the noise.
  ///   - noiseSeed: the seed of the noise.
  package init(
    voices: [Voice], signalToNoise: Double, noiseColour: NoiseColour = .white, noiseSeed: UInt64
  ) {
    self.voices = voices
    self.signalToNoise = signalToNoise
    self.noiseColour = noiseColour
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
  /// - Returns: the frequency; `nil` for a string that is not played, has not begun or was stopped.
  package func firstPartial(ofString index: Int, at time: Double) -> Hertz? {
    let voice = voices[index]
    let pluck = voice.pluck
    guard voice.isPlayed, time >= pluck.onset, pluck.stop.map({ time < $0 }) ?? true else {
      return nil
    }
    return pluck.string.frequency(ofPartial: 1, at: time - pluck.onset)
  }

  /// Returns the signal for a rendering at `rate`.
  ///
  /// - Parameters:
  ///   - rate: affects the partials below the Nyquist frequency, and so the noise's power.
  ///   - seconds: the length after the last onset.
  /// - Returns: the strings and noise over the full band.
  package func signal(at rate: SampleRate, lasting seconds: Double = 1.15) -> TestSignal {
    let played = voices.filter(\.isPlayed)
    let plucks = played.map(\.pluck)
    let last = lastOnset
    let power = plucks.reduce(0.0) { sum, pluck in
      let table = PartialTable(of: pluck.string, at: rate)
      let begin = last + 0.2 - pluck.onset
      return sum + table.meanPower(over: begin...(begin + 0.8))
    }
    let ratio = Decibels(-signalToNoise).amplitude
    return TestSignal(
      plucks: plucks + played.flatMap(\.companions),
      noise: Noise(colour: noiseColour, power: power * ratio * ratio, seed: noiseSeed),
      duration: last + seconds)
  }
}
