// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TestSignals

/// What a device does in one episode: which fault comes where in its stream.
struct SoakScript: Sendable {
  /// What happens at one place.
  enum Event: Hashable, Sendable {
    /// So many samples are lost.
    case lost(Int)
    /// So many samples are not what a microphone hears.
    case notNumbers(Int)
    /// Something happens beside the stream.
    case aside
  }

  /// What happens, and before which sample of the stream, in order.
  var events: [(place: Int, event: Event)] = []
  /// The samples of the episode, those included that are lost.
  let count: Int
  /// Whether the device is lost behind the last one, instead of coming to its end.
  var isLost = false

  /// Plans an episode.
  ///
  /// Its last four seconds are left alone: in them everything is heard as if nothing had been.
  init(
    _ fault: SoakFault, seconds: Double, rate: SampleRate, numbers: inout SplitMix64
  ) {
    let fs = rate.hertz
    count = Int(seconds * Double(fs))
    let end = max(1, count - 4 * fs)
    // One event in thirty seconds, and one at least.
    let places = (0..<max(1, Int(seconds / 30))).map { _ in
      Int.random(in: 0..<end, using: &numbers)
    }.sorted()
    switch fault {
    case .calm, .fullDisk: break
    case .dropouts:
      var free = 0
      for place in places {
        let length = [1, 480, fs / 10, 2 * fs].randomElement(using: &numbers) ?? 1
        guard place >= free else { continue }
        events.append((place, .lost(length)))
        free = place + length + 1
      }
    case .notNumbers:
      events = places.map { ($0, .notNumbers(Int.random(in: 1...fs / 5, using: &numbers))) }
    case .clockJump, .slowReader, .pause, .memoryPressure: events = [(places[0], .aside)]
    case .deviceLoss: isLost = true
    }
  }
}

extension SoakScript {
  /// Whether the last sample before `position` is one that the device loses.
  func lostSample(before position: SamplePosition) -> Bool {
    let place = Int(position.samples)
    return events.contains { event in
      guard case .lost(let count) = event.event else { return false }
      return place > event.place && place <= event.place + count
    }
  }

  /// Whether at `position` nothing has befallen the stream for a second.
  func isClean(_ position: SamplePosition, at rate: SampleRate) -> Bool {
    let place = Int(position.samples)
    return events.allSatisfy { event in
      let length: Int
      switch event.event {
      case .lost(let count), .notNumbers(let count): length = count
      case .aside: return true
      }
      return place < event.place || place > event.place + length + rate.hertz
    }
  }
}
