// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import TestSignals
import Testing

@testable import Benchmarking

/// A contestant that knows the truth of strokes and errs by its own sigma, and its broken kin.
struct ModelStrumContestant: StrumContestant {
  enum Fault: String, CaseIterable {
    case none, centSharp, semitoneSharp, hearsEverything, silent, wideSigma, narrowSigma, late
  }

  /// The strokes that the tests run.
  static let items = StrumItems(
    sets: [.guitar, .fingered, .muted, .palm], strokes: 24, seed: 3, beds: 4, rooms: 2)

  /// The truth of each string at each update of a stroke.
  private struct Reference {
    let lastOnset: Double
    let truths: [[StrumTrial.Truth]]
  }

  /// The references by item, made once.
  ///
  /// Every fault begins with the same ones, and they take most of the time of a run.
  private static let references = Mutex<[String: Reference]>([:])

  let fault: Fault
  let name: String

  init(fault: Fault, name: String? = nil) {
    self.fault = fault
    self.name = name ?? fault.rawValue
  }

  private static func reference(of input: StrumInput) throws -> Reference {
    if let known = references.withLock({ $0[input.item] }) { return known }
    let item = try #require(items.items.first { $0.name == input.item })
    let trial = try #require(try items.trial(item))
    let truths = (0..<input.updateCount).map { update in
      input.targets.indices.map { trial.truth($0, StrumTrial.time(ofUpdate: update)) }
    }
    let reference = Reference(lastOnset: trial.lastOnset, truths: truths)
    references.withLock { $0[input.item] = reference }
    return reference
  }

  func answers(to input: StrumInput) throws -> [[StrumAnswer]] {
    let reference = try Self.reference(of: input)
    var random = SplitMix64(seed: 11, name: input.item)
    return reference.truths.enumerated().map { update, truths in
      let since = StrumTrial.time(ofUpdate: update) - reference.lastOnset
      return truths.map { answer($0, since: since, by: &random) }
    }
  }

  func strokeCount(in input: StrumInput) throws -> Int? {
    let isNoise = [NoiseBed.name, RoomSounds.name].contains { input.item.hasPrefix($0) }
    let played = isNoise ? 0 : 1
    return switch fault {
    case .hearsEverything: played + 2
    case .silent: 0
    case .none, .centSharp, .semitoneSharp, .wideSigma, .narrowSigma, .late: played
    }
  }

  private func answer(
    _ truth: StrumTrial.Truth, since: Double, by random: inout SplitMix64
  ) -> StrumAnswer {
    let sigma = random.nextUniform(in: 0.008...0.016)
    var gaussian = GaussianSource(SplitMix64(seed: random.next()))
    let error = sigma * min(max(gaussian.next(), -1.9), 1.9)
    guard since >= (fault == .late ? 0.3 : 0.1), fault != .silent else {
      return StrumAnswer(.unclear)
    }
    switch truth {
    case .unknown: return StrumAnswer(.unclear)
    case .silent:
      return fault == .hearsEverything
        ? StrumAnswer(.sounding, cents: 0, sigma: sigma) : StrumAnswer(.silent)
    case .sounding(let cents):
      switch fault {
      case .centSharp: return StrumAnswer(.sounding, cents: cents + error + 1, sigma: sigma)
      case .semitoneSharp:
        return StrumAnswer(.sounding, cents: cents + error + 100, sigma: sigma)
      case .wideSigma: return StrumAnswer(.sounding, cents: cents + error, sigma: 50 * sigma)
      case .narrowSigma: return StrumAnswer(.sounding, cents: cents + error, sigma: sigma / 20)
      case .none, .hearsEverything, .silent, .late:
        return StrumAnswer(.sounding, cents: cents + error, sigma: sigma)
      }
    }
  }
}
