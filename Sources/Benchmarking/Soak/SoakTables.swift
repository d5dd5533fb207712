// SPDX-License-Identifier: MIT

internal import Foundation

/// The tables of a soak test.
enum SoakTables {
  /// Returns the totals of the episodes by fault.
  static func tables(
    of episodes: [SoakEpisode], growth: Double?, elapsed: Double
  ) -> [FigureTable] {
    let kinds = SoakFault.allCases.filter { kind in episodes.contains { $0.fault == kind } }
    return [
      FigureTable(
        "soak", "What became of the updates",
        [
          .count("episodes"), .count("due"), .count("arrived"), .count("lost", better: .down),
          .count("late", better: .down), .count("dropped and counted"),
          .count("samples lost and counted"), .count("readings"),
          .count("readings wrong", better: .down), .count("states broken", better: .down),
        ],
        kinds.map { kind in
          row(kind.rawValue, episodes.filter { $0.fault == kind })
        } + [row("all", episodes)]),
      FigureTable(
        "resources", "Memory and clocks",
        [
          .init(name: "RSS first, MiB", unit: .ratio, better: .down),
          .init(name: "RSS last, MiB", unit: .ratio, better: .down), .bad("growth"),
          .init(name: "samples against wall", unit: .brief, better: .neither),
          .seconds("elapsed"),
        ],
        [
          .init(
            name: "all",
            figures: [
              mebibytes(episodes.first?.resident), mebibytes(episodes.last?.resident), growth,
              episodes.compactMap(\.drift).max { abs($0) < abs($1) }, elapsed,
            ])
        ]),
    ]
  }

  private static func row(_ name: String, _ episodes: [SoakEpisode]) -> FigureTable.Row {
    let sum = { (value: (SoakEpisode) -> Int) in Double(episodes.reduce(0) { $0 + value($1) }) }
    return .init(
      name: name,
      figures: [
        Double(episodes.count), sum(\.tally.due), sum(\.tally.arrived), sum(\.vanished),
        sum(\.tally.late), sum(\.dropped), sum(\.missed), sum(\.tally.readings), sum(\.tally.wrong),
        sum(\.tally.broken),
      ])
  }

  private static func mebibytes(_ count: Int?) -> Double? { count.map { Double($0) / 1_048_576 } }
}
