// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Foundation
internal import TunerRuntime

/// A test that a tuner works for hours and through every kind of fault.
package enum SoakBench {
  /// The greatest growth of resident memory from the second quarter to the last, as a share.
  static let growthLimit = 0.01
  /// The least speed of a compressed run relative to real time, for runs of an hour.
  static let leastSpeed = 16.0

  /// Runs the soak test.
  ///
  /// - Parameters:
  ///   - settings: the duration, the signal and the faults.
  ///   - progress: receives the share that is done, 0…1.
  /// - Returns: the report; it fails when any behaviour differs from the documentation.
  package static func run(
    _ settings: SoakSettings, progress: (Double) -> Void = { _ in }
  ) -> ServiceReport {
    ResidentMemory.keepNothingFreed()
    let run = SoakRun(settings)
    let clock = SystemClock()
    let kinds = settings.kinds
    let count = max(3 * kinds.count, Int(settings.seconds / settings.episodeSeconds))
    var episodes: [SoakEpisode] = []
    for number in 0..<count {
      episodes.append(run.episode(kinds[number % kinds.count]))
      progress(Double(number + 1) / Double(count))
    }
    return report(of: episodes, settings, took: clock.now / .seconds(1))
  }

  /// Evaluates the outcomes of the episodes.
  static func report(
    of episodes: [SoakEpisode], _ settings: SoakSettings, took elapsed: Double
  ) -> ServiceReport {
    var incidents = episodes.enumerated().flatMap { number, episode in
      episode.problems.map { problem in
        ServiceReport.Incident(
          place: "episode \(number + 1), \(episode.fault.rawValue)", event: problem,
          isExcused: false)
      }
    }
    let growth = growth(of: episodes.map(\.resident))
    if let growth, growth > growthLimit {
      let event = String(format: "it grew by %.2f %%", 100 * growth)
      incidents.append(.init(place: "memory", event: event, isExcused: false))
    }
    let audio = Double(episodes.count) * settings.episodeSeconds
    let speed = audio / elapsed
    if !settings.isPaced, audio >= 3600, speed < leastSpeed {
      let event = String(format: "%.1f times real time", speed)
      incidents.append(.init(place: "compression", event: event, isExcused: false))
    }
    return ServiceReport(
      schema: ServiceReport.schema, command: "soak", provenance: .current(), datasets: [:],
      conditions: [
        String(format: "%.2f h of audio in %.1f min, ", audio / 3600, elapsed / 60)
          + (settings.isPaced
            ? "at real-time pace" : String(format: "%.0f times real time", speed)),
        "\(episodes.count) episodes of \(Int(settings.episodeSeconds)) s, seed \(settings.seed)",
        "\(settings.sampleRate.hertz) Hz, \(settings.updates.hertz) updates a second",
      ],
      tables: SoakTables.tables(of: episodes, growth: growth, elapsed: elapsed),
      incidents: incidents, runs: 1, curves: [])
  }

  /// Returns the growth from the second quarter to the last; `nil` if the system does not report
  /// it.
  ///
  /// The first quarter is the warm-up, in which the allocator reaches its steady size. The medians
  /// of the second and the last quarter are compared.
  static func growth(of episodes: [Int?]) -> Double? {
    let sizes = episodes.compactMap { $0 }
    let quarter = sizes.count / 4
    guard quarter > 0, sizes.count == episodes.count else { return nil }
    let middle = { (part: ArraySlice<Int>) in Double(part.sorted()[part.count / 2]) }
    return middle(sizes.suffix(quarter)) / middle(sizes[quarter..<(2 * quarter)]) - 1
  }
}
