// SPDX-License-Identifier: MIT

internal import Glibc

/// Renders utterances: glottal pulses and breath through five formants in cascade, and hiss beside
/// them (Klatt 1980, doi:10.1121/1.383940).
///
/// The flow of a pulse is t² − t³ over the open part of the period (Klatt & Klatt 1990,
/// doi:10.1121/1.398894); the lips radiate its derivative.
struct VoiceSynthesis {
  // | name        | unit | source                                                |
  // | ----------- | ---- | ----------------------------------------------------- |
  // | step        | s    | time between changes of the formants                  |
  // | glide       | s    | time constant of the mouth                            |
  // | voiceGlide  | s    | time constant of the voice                            |
  // | bandwidths  | Hz   | formants 1 to 5 (Klatt 1980)                          |
  private static let step = 0.002
  private static let glide = 0.018
  private static let voiceGlide = 0.009
  private static let bandwidths = [70.0, 90, 130, 200, 250]
  private static let fifth = 4200.0

  private let utterance: Utterance
  private let rate: Double
  private var gaussian: GaussianSource
  private var formants = Array(repeating: Resonator(), count: 5)
  private var hiss = Resonator()
  private var place = Vowel.schwa.formants
  private var levels = SIMD4<Double>.zero
  /// The place in the glottal period, 0…1, and the rate of the present one.
  private var phase = 0.0
  private var pitch = 0.0
  private var pulse = 1.0

  init(_ utterance: Utterance, rate: Double) {
    self.utterance = utterance
    self.rate = rate
    gaussian = GaussianSource(SplitMix64(seed: utterance.seed))
  }

  /// Returns the samples of the utterance, scaled to its amplitude.
  mutating func render() -> [Double] {
    var samples: [Double] = []
    samples.reserveCapacity(Int(utterance.duration * rate) + 1)
    var end = 0.0
    for segment in utterance.segments {
      end += segment.duration
      let count = Int(end * rate) - samples.count
      append(segment, count: max(0, count), to: &samples)
    }
    let peak = samples.reduce(0) { max($0, abs($1)) }
    guard peak > 0 else { return samples }
    return samples.map { $0 * utterance.amplitude / peak }
  }

  private mutating func append(
    _ segment: Utterance.Segment, count: Int, to samples: inout [Double]
  ) {
    let target = segment.vowel.formants * utterance.speaker.formantScale
    let goal = SIMD4(segment.voice, segment.breath, segment.hiss, 0)
    let mouth = 1 - exp(-Self.step / Self.glide)
    let voice = 1 - exp(-1 / (Self.voiceGlide * rate))
    let block = max(1, Int(Self.step * rate))
    hiss.tune(
      to: min(segment.hissCentre, 0.45 * rate), bandwidth: 0.4 * segment.hissCentre, rate: rate)
    for index in 0..<count {
      if index % block == 0 {
        place += (target - place) * mouth
        tune()
      }
      levels += (goal - levels) * voice
      samples.append(next(at: Double(samples.count) / rate))
    }
  }

  private mutating func tune() {
    for index in formants.indices {
      let frequency = index < 4 ? place[index] : Self.fifth * utterance.speaker.formantScale
      formants[index].tune(
        to: min(frequency, 0.45 * rate), bandwidth: Self.bandwidths[index], rate: rate)
    }
  }

  private mutating func next(at seconds: Double) -> Double {
    if phase >= 1 || pitch == 0 {
      phase -= pitch == 0 ? 0 : 1
      pitch = utterance.pitch(at: seconds) * (1 + utterance.speaker.jitter * gaussian.next())
      pulse = 1 + utterance.speaker.shimmer * gaussian.next()
    }
    phase += pitch / rate
    let open = phase / utterance.speaker.openQuotient
    // The derivative of t² − t³, which ends with −1.
    let flow = open < 1 ? pulse * (2 * open - 3 * open * open) : 0
    let noise = gaussian.next()
    var sound = levels.x * flow + 0.3 * levels.y * noise * (open < 1 || levels.x < 0.1 ? 1 : 0.4)
    for index in formants.indices { sound = formants[index].next(sound) }
    return sound + levels.z * 2 * hiss.next(noise)
  }
}
