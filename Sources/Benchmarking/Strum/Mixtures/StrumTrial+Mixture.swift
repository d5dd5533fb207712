// SPDX-License-Identifier: MIT

internal import Acoustics
internal import PitchDetection
internal import SignalProcessing
internal import TestSignals

extension StrumTrial {
  // | name      | unit | source                                                               |
  // | --------- | ---- | -------------------------------------------------------------------- |
  // | aloneRate | Hz   | rate for the truth of a single string: first partials are below 400  |
  // | lead      | s    | part of a recording before its pluck that is used                    |
  // | fade      | s    | fade-in at its start, because a recording is not silent              |
  // | steady    | s    | time after the pluck over which strings are scaled to one level      |
  // | level     | 1    | that level, root mean square                                         |
  // | noise     | dB   | ratio of that level to the white noise over the full band            |
  private static let aloneRate = 6000.0
  private static let lead = 0.01
  private static let fade = 0.006
  private static let steady = 0.15...0.6
  private static let level = 0.05
  private static let noise = 60.0

  /// One string alone, at a low rate.
  private struct Alone: Sendable {
    let samples: [Float]
    /// The pluck in seconds since the start of the mixture.
    let onset: Double
    /// The place of `samples[0]` in seconds since the start of the mixture.
    let start: Double
    let reference: Hertz

    /// Returns the first partial over a window.
    func partial(from begin: Double, to end: Double) -> Hertz? {
      let first = Int(
        ((max(begin, onset + StrumEngine.attackSeconds) - start) * aloneRate).rounded())
      let last = min(samples.count, Int(((end - start) * aloneRate).rounded()))
      guard first >= 0, first < last else { return nil }
      return LinePeak(samples[first..<last], rate: aloneRate)
        .frequency(near: reference.value).map(Hertz.init)
    }
  }

  /// A recorded note as one string of a mixture.
  private struct PlayedNote {
    private let voice: StrumMixture.Voice
    private let note: GuitarNote
    private let resampler: SincResampler
    /// The frequency of its first partial in the mixture.
    private let pitch: Hertz
    /// Recorded seconds for each second of the mixture.
    private let speed: Double
    /// The recording, silent until shortly before its pluck.
    private let faded: [Float]

    init(_ voice: StrumMixture.Voice, _ note: GuitarNote, resampler: SincResampler) {
      self.voice = voice
      self.note = note
      self.resampler = resampler
      pitch = voice.target.raised(by: Cents(voice.detuning))
      speed = pitch.value / note.firstPartial.value
      faded = StrumTrial.faded(note, speed: speed)
    }

    /// Adds the string to the samples of a mixture, at the level of its voice.
    func mix(into sum: inout [Float]) {
      let rate = Double(StrumTrial.rate.hertz)
      let gain =
        StrumTrial.level * Decibels(voice.level).amplitude / note.level(over: StrumTrial.steady)
      let first = Int(((voice.onset - StrumTrial.lead) * rate).rounded(.up))
      let string = samples(at: rate, from: first, count: sum.count - first)
      for (offset, sample) in string.enumerated() { sum[first + offset] += Float(gain) * sample }
    }

    /// Returns the string without the others, up to a time in seconds.
    func alone(until end: Double) -> Alone {
      let first = Int((voice.onset * StrumTrial.aloneRate).rounded(.down))
      let count = Int(end * StrumTrial.aloneRate) - first
      return Alone(
        samples: samples(at: StrumTrial.aloneRate, from: first, count: count),
        onset: voice.onset, start: Double(first) / StrumTrial.aloneRate, reference: pitch)
    }

    private func samples(at rate: Double, from place: Int, count: Int) -> [Float] {
      let step = speed * Double(note.sampleRate.hertz) / rate
      let start = note.onset + (Double(place) / rate - voice.onset) * rate * step
      return resampler.resample(faded, from: start, step: step, count: count)
    }
  }

  /// Mixes recorded strings.
  ///
  /// The reference of a string is its first partial, measured on the string alone, in the longest
  /// window of the engine that ends at the requested time. A string that is not played is silent
  /// unless it rings in the recording of another one.
  ///
  /// - Throws: the reason why a transform can't be planned.
  init(
    _ mixture: StrumMixture, notes: GuitarNotes, named name: String, resampler: SincResampler
  ) throws(SignalProcessingError) {
    let last = mixture.lastOnset
    let end = last + mixture.length.seconds
    var sum = Self.noise(of: mixture, count: Int(end * Double(Self.rate.hertz)))
    let strings = mixture.voices.map { voice -> Alone? in
      guard let index = voice.note else { return nil }
      let played = PlayedNote(voice, notes.notes[index], resampler: resampler)
      played.mix(into: &sum)
      return played.alone(until: end)
    }
    let ringing = try Self.ringing(in: mixture, notes: notes)
    self.init(
      input: StrumInput(item: name, targets: mixture.voices.map(\.target), samples: sum),
      set: mixture.length.set, guitar: mixture.guitar, collidedCount: 2, lastOnset: last,
      truth: { string, time in
        guard let alone = strings[string] else { return ringing[string] ? .unknown : .silent }
        let window = StrumEngine.longestWindow(after: time - last)
        return alone.partial(from: time - window, to: time)
          .map { .of($0, target: mixture.voices[string].target) } ?? .unknown
      }, references: strings.map { $0?.reference })
  }

  /// Returns true for each string that nobody plays and that rings in the recording of another.
  private static func ringing(
    in mixture: StrumMixture, notes: GuitarNotes
  ) throws(SignalProcessingError) -> [Bool] {
    var ringing = mixture.voices.map { _ in false }
    guard mixture.voices.contains(where: { $0.note == nil }) else { return ringing }
    for voice in mixture.voices {
      guard let index = voice.note else { continue }
      let note = notes.notes[index]
      let lines = try FreeLines(note)
      let target = voice.target.raised(by: Cents(voice.detuning))
      let speed = target.value / note.firstPartial.value
      for (string, other) in mixture.voices.enumerated()
      where other.note == nil && !ringing[string] {
        let recorded = Hertz(other.target.value / speed)
        ringing[string] = lines.containString(near: recorded, within: range)
      }
    }
    return ringing
  }

  /// The name of the set of mixtures.
  static let mixtures = "real"
  /// The name of the set of longer mixtures, of which the readings of whole strokes are compared.
  static let strokes = "real strokes"

  /// Returns white noise far below the strings, so that no part of a mixture is digitally silent.
  private static func noise(of mixture: StrumMixture, count: Int) -> [Float] {
    let amplitude = level * Decibels(-noise).amplitude
    let signal = TestSignal(
      plucks: [],
      noise: Noise(colour: .white, power: amplitude * amplitude, seed: mixture.noiseSeed),
      duration: Double(count) / Double(rate.hertz))
    return signal.render(at: rate)
  }

  /// Returns the samples of a note, silent until shortly before its pluck.
  private static func faded(_ note: GuitarNote, speed: Double) -> [Float] {
    let rate = Double(note.sampleRate.hertz)
    let silent = Int(note.onset - lead * rate * speed)
    guard silent > 0 else { return note.samples }
    var samples = note.samples
    let length = fade * rate * speed
    for index in samples.indices.prefix(silent + Int(length)) {
      samples[index] *= Float(min(1, max(0, Double(index - silent) / length)))
    }
    return samples
  }
}

extension StrumMixture.Length {
  /// The name of the set of mixtures of this length.
  var set: String {
    switch self {
    case .ofUpdates: StrumTrial.mixtures
    case .ofStroke: StrumTrial.strokes
    }
  }
}
