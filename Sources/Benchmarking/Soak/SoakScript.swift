// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TestSignals

/// The events of the device in one episode: each fault and its place in the stream.
struct SoakScript: Sendable {
  /// An event at one place.
  enum Event: Hashable, Sendable {
    /// A number of samples is lost.
    case lost(Int)
    /// A number of samples is replaced by invalid values.
    case nonFinite(Int)
    /// An event outside the stream.
    case external
  }

  /// The events in order, each with the index of the sample that follows it.
  var events: [(place: Int, event: Event)] = []
  /// The samples of the episode, including lost ones.
  let count: Int
  /// True when the device is lost after the last sample instead of ending.
  var isLost = false

  /// Plans an episode.
  ///
  /// The last four seconds have no event, so that the tuner must have recovered in them.
  init(
    _ fault: SoakFault, seconds: Double, rate: SampleRate, numbers: inout SplitMix64
  ) {
    let fs = rate.hertz
    count = Int(seconds * Double(fs))
    let end = max(1, count - 4 * fs)
    // One event in thirty seconds, and at least one.
    let places = (0..<max(1, Int(seconds / 30))).map { _ in
      Int.random(in: 0..<end, using: &numbers)
    }.sorted()
    switch fault {
    case .noFault, .fullDisk: break
    case .dropouts:
      var free = 0
      for place in places {
        let length = [1, 480, fs / 10, 2 * fs].randomElement(using: &numbers) ?? 1
        guard place >= free else { continue }
        events.append((place, .lost(length)))
        free = place + length + 1
      }
    case .nonFinite:
      events = places.map { ($0, .nonFinite(Int.random(in: 1...fs / 5, using: &numbers))) }
    case .clockJump, .slowReader, .pause, .memoryPressure: events = [(places[0], .external)]
    case .deviceLoss: isLost = true
    }
  }
}

extension SoakScript {
  /// Returns true if the device loses the last sample before `position`.
  func lostSample(before position: SamplePosition) -> Bool {
    let place = Int(position.samples)
    return events.contains { event in
      guard case .lost(let count) = event.event else { return false }
      return place > event.place && place <= event.place + count
    }
  }

  /// Returns true if the stream has had no event for a second at `position`.
  func isClean(_ position: SamplePosition, at rate: SampleRate) -> Bool {
    let place = Int(position.samples)
    return events.allSatisfy { event in
      let length: Int
      switch event.event {
      case .lost(let count), .nonFinite(let count): length = count
      case .external: return true
      }
      return place < event.place || place > event.place + length + rate.hertz
    }
  }
}
