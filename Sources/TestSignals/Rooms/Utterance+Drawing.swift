// SPDX-License-Identifier: MIT

internal import Glibc

extension Utterance {
  /// Draws a group of syllables in a language.
  static func speech(
    in language: Language, by speaker: Speaker, at start: Double, amplitude: Double,
    from draws: inout SplitMix64
  ) -> Utterance {
    var speech = Utterance(
      start: start, speaker: speaker, amplitude: amplitude, seed: draws.next())
    let count = 3 + draws.nextIndex(below: 9)
    let isQuestion = draws.nextIndex(below: 4) == 0
    let excitement = draws.nextUniform(in: 0.4...1.3)
    for index in 0..<count {
      let vowels = language.vowels
      let vowel = vowels[draws.nextIndex(below: vowels.count)]
      speech.appendConsonant(before: vowel, from: &draws)
      let isStressed = draws.nextIndex(below: 3) == 0
      let isLast = index == count - 1
      let length =
        language.vowelSeconds * speaker.slowness * draws.nextUniform(in: 0.6...1.5)
        * (isStressed && language == .stressTimed ? 1.5 : 1) * (isLast ? 1.8 : 1)
      let begin = speech.duration
      let place = Double(index) / Double(max(1, count - 1))
      var contour = language.contour(at: place, isStressed: isStressed, from: &draws)
      if isLast { contour.end += isQuestion ? 5 : -3 }
      speech.knots += [
        Knot(seconds: begin, semitones: contour.start * excitement),
        Knot(seconds: begin + 0.5 * length, semitones: contour.middle * excitement),
        Knot(seconds: begin + length, semitones: contour.end * excitement),
      ]
      speech.segments.append(
        Segment(
          duration: length, vowel: vowel,
          voice: (isStressed ? 1 : 0.7) * (isLast ? 0.6 : 1), breath: speaker.breath))
    }
    speech.segments.append(Segment(duration: 0.06, vowel: .schwa))
    return speech
  }

  /// Draws a laugh: breath and short voiced sounds in turn, high and falling.
  static func laugh(
    by speaker: Speaker, at start: Double, amplitude: Double, from draws: inout SplitMix64
  ) -> Utterance {
    var laugh = Utterance(start: start, speaker: speaker, amplitude: amplitude, seed: draws.next())
    let count = 3 + draws.nextIndex(below: 7)
    let vowel = [Vowel.a, .schwa, .e, .i][draws.nextIndex(below: 4)]
    var height = draws.nextUniform(in: 3...12)
    for _ in 0..<count {
      laugh.segments.append(
        Segment(duration: draws.nextUniform(in: 0.05...0.11), vowel: vowel, breath: 0.4))
      let begin = laugh.duration
      let length = draws.nextUniform(in: 0.05...0.12)
      let arc = draws.nextUniform(in: 0.5...3)
      laugh.knots += [
        Knot(seconds: begin, semitones: height),
        Knot(seconds: begin + 0.4 * length, semitones: height + arc),
        Knot(seconds: begin + length, semitones: height - arc),
      ]
      laugh.segments.append(
        Segment(duration: length, vowel: vowel, voice: 1, breath: speaker.breath + 0.05))
      height -= draws.nextUniform(in: 0...1.5)
    }
    laugh.segments.append(Segment(duration: 0.06, vowel: vowel))
    return laugh
  }

  /// Draws a sung line: each syllable holds a note of a scale, with or without vibrato.
  static func song(
    by speaker: Speaker, at start: Double, amplitude: Double, from draws: inout SplitMix64
  ) -> Utterance {
    var song = Utterance(start: start, speaker: speaker, amplitude: amplitude, seed: draws.next())
    // Singers hold a period better than speakers do.
    song.speaker.jitter *= 0.5
    let scale = [0.0, 2, 4, 5, 7, 9, 11, 12]
    if draws.nextIndex(below: 2) == 0 {
      song.vibrato = Vibrato(
        rate: draws.nextUniform(in: 4.8...6.5), depth: draws.nextUniform(in: 0.15...0.7))
    }
    var degree = draws.nextIndex(below: scale.count)
    for _ in 0..<(3 + draws.nextIndex(below: 5)) {
      let vowel = Language.syllableTimed.vowels[draws.nextIndex(below: 5)]
      song.appendConsonant(before: vowel, from: &draws)
      let begin = song.duration
      let length = draws.nextUniform(in: 0.3...1.1)
      let scoop = draws.nextUniform(in: -1.5...0)
      song.knots += [
        Knot(seconds: begin, semitones: scale[degree] + scoop),
        Knot(seconds: begin + 0.07, semitones: scale[degree]),
        Knot(seconds: begin + length, semitones: scale[degree]),
      ]
      song.segments.append(
        Segment(duration: length, vowel: vowel, voice: 1, breath: speaker.breath))
      song.sung.append((start + begin)...(start + begin + length))
      degree = min(scale.count - 1, max(0, degree + draws.nextIndex(below: 5) - 2))
    }
    song.segments.append(Segment(duration: 0.08, vowel: .a))
    return song
  }
}
