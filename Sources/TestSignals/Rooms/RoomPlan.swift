// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Glibc

/// The sounds of one room, drawn from its seed.
struct RoomPlan {
  /// The sounds.
  private(set) var sounds: [Room.Sound] = []
  /// The amplitude of the reverberation.
  private(set) var wetness: Double
  /// The time in which the reverberation falls by 60 dB.
  private(set) var reverberationSeconds: Double
  /// The root mean square of the pink background.
  private(set) var background: Double
  /// The band of a loudspeaker that plays everything; `nil` for none.
  private(set) var loudspeaker: ClosedRange<Double>?

  private let duration: Double
  private var draws: SplitMix64

  init(_ room: Room) {
    duration = room.duration
    draws = SplitMix64(seed: room.seed, name: room.scene.rawValue)
    wetness = draws.nextUniform(in: 0.05...0.35)
    reverberationSeconds = draws.nextUniform(in: 0.2...0.6)
    background = Decibels(draws.nextUniform(in: -75 ... -55)).amplitude
    switch room.scene {
    case .speech: speak(speakers: 1, pause: 0.2...1.2)
    case .conversation:
      speak(speakers: 1, pause: 0.3...1.5)
      speak(speakers: 1, pause: 0.3...1.5)
    case .crowd:
      for _ in 0..<(6 + draws.nextIndex(below: 5)) { speak(speakers: 1, pause: 0.05...0.6) }
      wetness = draws.nextUniform(in: 0.3...0.7)
    case .child: speakAsChild()
    case .laughter: for _ in 0..<2 { laugh() }
    case .singing: sing()
    case .television: watchTelevision()
    case .knocks: knock()
    case .steps: walk()
    case .doors: useDoors()
    case .chairs: moveChairs()
    case .dishes: washDishes()
    case .handling: handleGuitar()
    case .fan: runFan()
    case .refrigerator: runRefrigerator()
    case .household:
      speak(speakers: 2, pause: 1...3)
      walk()
      knock()
      runFan()
    }
  }

  private mutating func level(_ decibels: ClosedRange<Double>) -> Double {
    Decibels(draws.nextUniform(in: decibels)).amplitude
  }

  /// Calls `make` at random times until the room's end, each after a pause.
  private mutating func repeated(
    every pause: ClosedRange<Double>, _ make: (inout RoomPlan, Double) -> Double
  ) {
    var time = 0.3 + draws.nextUniform(in: pause) / 2
    while time < duration - 0.3 { time = make(&self, time) + draws.nextUniform(in: pause) }
  }

  // MARK: - Voices

  /// Repeats a voice until the room's end; `make` begins it at a time.
  private mutating func voice(
    every pause: ClosedRange<Double>, _ make: (inout RoomPlan, Double) -> Utterance
  ) {
    repeated(every: pause) { plan, time in
      let sound = make(&plan, time)
      plan.sounds.append(.voice(sound))
      return time + sound.duration
    }
  }

  private mutating func speak(speakers count: Int, pause: ClosedRange<Double>) {
    let speakers = (0..<count).map { _ in Speaker.draw(from: &draws) }
    let languages = Language.allCases
    let language = languages[draws.nextIndex(below: languages.count)]
    let loudness = level(-30 ... -10)
    voice(every: pause) { plan, time in
      let speaker = speakers[plan.draws.nextIndex(below: count)]
      return .speech(
        in: language, by: speaker, at: time, amplitude: loudness, from: &plan.draws)
    }
  }

  private mutating func speakAsChild() {
    var speaker = Speaker.draw(from: &draws)
    speaker.pitch = draws.nextUniform(in: 250...380)
    speaker.formantScale = 1.35
    let loudness = level(-25 ... -10)
    voice(every: 0.2...1) { plan, time in
      plan.draws.nextIndex(below: 3) == 0
        ? .laugh(by: speaker, at: time, amplitude: loudness, from: &plan.draws)
        : .speech(
          in: .stressTimed, by: speaker, at: time, amplitude: loudness, from: &plan.draws)
    }
  }

  private mutating func laugh() {
    let speaker = Speaker.draw(from: &draws)
    let loudness = level(-25 ... -8)
    voice(every: 0.3...1.5) { plan, time in
      .laugh(by: speaker, at: time, amplitude: loudness, from: &plan.draws)
    }
  }

  private mutating func sing() {
    let speaker = Speaker.draw(from: &draws)
    let loudness = level(-25 ... -10)
    voice(every: 0.5...1.5) { plan, time in
      .song(by: speaker, at: time, amplitude: loudness, from: &plan.draws)
    }
  }

  private mutating func watchTelevision() {
    loudspeaker = draws.nextUniform(in: 120...250)...draws.nextUniform(in: 4000...8000)
    speak(speakers: 2, pause: 0.05...0.5)
    repeated(every: 3...8) { plan, time in
      // Applause: many claps, each a short noise with a resonance of the hands.
      let length = plan.draws.nextUniform(in: 1...3)
      let loudness = plan.level(-40 ... -22)
      let count = Int(length * 60)
      for _ in 0..<count {
        plan.sounds.append(
          .strike(
            .draw(
              at: time + length * plan.draws.nextUnit(), lowest: 600...1400, upTo: 3000,
              quality: 2...5, count: 3, contact: 0.001...0.003, noise: 1, amplitude: loudness,
              from: &plan.draws)))
      }
      return time + length
    }
    knock()
  }

  // MARK: - Blows

  private mutating func knock() {
    repeated(every: 0.5...2.5) { plan, time in
      let count = 1 + plan.draws.nextIndex(below: 4)
      let interval = plan.draws.nextUniform(in: 0.12...0.35)
      let loudness = plan.level(-30 ... -6)
      let lowest = plan.draws.nextUniform(in: 45...160)
      for index in 0..<count {
        plan.sounds.append(
          .strike(
            .draw(
              at: time + Double(index) * interval * plan.draws.nextUniform(in: 0.95...1.05),
              lowest: lowest * 0.99...lowest * 1.01, upTo: 900, quality: 3...18, count: 6,
              contact: 0.001...0.006, noise: 0.1, amplitude: loudness, from: &plan.draws)))
      }
      return time + Double(count) * interval
    }
  }

  private mutating func walk() {
    let interval = draws.nextUniform(in: 0.45...0.7)
    let loudness = level(-35 ... -12)
    let lowest = draws.nextUniform(in: 42...80)
    repeated(every: interval * 0.9...interval * 1.1) { plan, time in
      plan.sounds.append(
        .strike(
          .draw(
            at: time, lowest: lowest * 0.97...lowest * 1.03, upTo: 600, quality: 2...12, count: 5,
            contact: 0.004...0.015, noise: 0.15, amplitude: loudness, from: &plan.draws)))
      return time
    }
  }

  private mutating func useDoors() {
    repeated(every: 0.6...2) { plan, time in
      var time = time
      if plan.draws.nextIndex(below: 2) == 0 {
        // The hinge.
        let first = plan.draws.nextUniform(in: 60...420)
        let length = plan.draws.nextUniform(in: 0.2...0.9)
        plan.sounds.append(
          .scrape(
            Scrape(
              start: time, duration: length, firstRate: first,
              lastRate: first * plan.draws.nextUniform(in: 0.7...1.5),
              irregularity: plan.draws.nextUniform(in: 0.02...0.2),
              modes: plan.modes(in: 250...2500, quality: 5...25), noise: 0.5,
              amplitude: plan.level(-40 ... -18), seed: plan.draws.next())))
        time += length
      }
      plan.sounds.append(
        .strike(
          .draw(
            at: time, lowest: 48...120, upTo: 1500, quality: 4...20, count: 9,
            contact: 0.001...0.008, noise: 0.3, amplitude: plan.level(-25 ... -4),
            from: &plan.draws)))
      return time + 0.3
    }
  }

  private mutating func moveChairs() {
    repeated(every: 0.4...2) { plan, time in
      let first = plan.draws.nextUniform(in: 40...330)
      let length = plan.draws.nextUniform(in: 0.1...0.7)
      plan.sounds.append(
        .scrape(
          Scrape(
            start: time, duration: length, firstRate: first,
            lastRate: first * plan.draws.nextUniform(in: 0.6...1.6),
            irregularity: plan.draws.nextUniform(in: 0.01...0.15),
            modes: plan.modes(in: 90...1200, quality: 3...20), noise: 0.6,
            amplitude: plan.level(-30 ... -8), seed: plan.draws.next())))
      plan.sounds.append(
        .strike(
          .draw(
            at: time + length, lowest: 45...110, upTo: 800, quality: 3...12, count: 5,
            contact: 0.002...0.01, noise: 0.2, amplitude: plan.level(-30 ... -10),
            from: &plan.draws)))
      return time + length
    }
  }

  private mutating func washDishes() {
    repeated(every: 0.15...1.2) { plan, time in
      plan.sounds.append(
        .strike(
          .draw(
            at: time, lowest: 700...3500, upTo: 9000, quality: 20...150, count: 7,
            contact: 0.0002...0.001, noise: 0.2, amplitude: plan.level(-35 ... -10),
            from: &plan.draws)))
      return time
    }
  }

  private mutating func modes(
    in range: ClosedRange<Double>, quality: ClosedRange<Double>
  ) -> [SIMD2<Double>] {
    let octaves = log2(range.upperBound / range.lowerBound)
    return (0..<5).map { _ in
      SIMD2(
        range.lowerBound * exp2(octaves * draws.nextUnit()), draws.nextUniform(in: quality))
    }
  }

  /// The body and the damped strings are struck and rubbed, so every mode decays quickly.
  private mutating func handleGuitar() {
    let body = [98.0, 190, 236, 388, 560].map { $0 * draws.nextUniform(in: 0.93...1.07) }
    repeated(every: 0.15...1.2) { plan, time in
      if plan.draws.nextIndex(below: 3) == 0 {
        // A finger along a wound string.
        let first = plan.draws.nextUniform(in: 300...900)
        let length = plan.draws.nextUniform(in: 0.08...0.4)
        plan.sounds.append(
          .scrape(
            Scrape(
              start: time, duration: length, firstRate: first,
              lastRate: first * plan.draws.nextUniform(in: 0.4...2.2), irregularity: 0.1,
              modes: plan.modes(in: 300...3000, quality: 3...10), noise: 1,
              amplitude: plan.level(-45 ... -25), seed: plan.draws.next())))
        return time + length
      }
      var modes = body.map { frequency in
        Strike.Mode(
          frequency: frequency, quality: plan.draws.nextUniform(in: 12...35),
          amplitude: plan.draws.nextUniform(in: 0.1...1))
      }
      // Damped strings: partials of a few strings that end within a tenth of a second.
      for _ in 0..<plan.draws.nextIndex(below: 4) {
        let pitch = plan.draws.nextUniform(in: 82...330)
        let decay = plan.draws.nextUniform(in: 0.008...0.025)
        for number in 1...5 {
          modes.append(
            Strike.Mode(
              frequency: pitch * Double(number), quality: .pi * pitch * Double(number) * decay,
              amplitude: plan.draws.nextUniform(in: 0...0.5) / Double(number)))
        }
      }
      plan.sounds.append(
        .strike(
          Strike(
            start: time, modes: modes, contact: plan.draws.nextUniform(in: 0.001...0.01),
            noise: 0.2, amplitude: plan.level(-35 ... -8), seed: plan.draws.next())))
      return time
    }
  }

  // MARK: - Machines

  private mutating func runFan() {
    let noise = level(-50 ... -34)
    sounds.append(
      .machine(
        Machine(
          start: 0, duration: duration, speed: draws.nextUniform(in: 60...220),
          wander: draws.nextUniform(in: 0.002...0.01),
          lines: [
            noise * draws.nextUniform(in: 0.05...0.25), noise * draws.nextUniform(in: 0...0.1),
          ],
          noise: noise, centre: draws.nextUniform(in: 150...600), seed: draws.next())))
  }

  private mutating func runRefrigerator() {
    let noise = level(-60 ... -44)
    let start = draws.nextUniform(in: 0.5...3)
    let length = duration - start - draws.nextUniform(in: 2...6)
    sounds.append(
      .machine(
        Machine(
          start: start, duration: max(1, length), speed: draws.nextUniform(in: 46...49.6),
          wander: 0.001,
          lines: (1...6).map { _ in noise * draws.nextUniform(in: 0.05...0.5) }, noise: noise,
          centre: draws.nextUniform(in: 120...400), seed: draws.next())))
    // It shakes when it starts and stops.
    for time in [start, start + max(1, length)] {
      for index in 0..<4 {
        sounds.append(
          .strike(
            .draw(
              at: time + 0.06 * Double(index), lowest: 45...90, upTo: 500, quality: 4...15,
              count: 5, contact: 0.003...0.01, noise: 0.1,
              amplitude: level(-40 ... -22), from: &draws)))
      }
    }
  }
}
