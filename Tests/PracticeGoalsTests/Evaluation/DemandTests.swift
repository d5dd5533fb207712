// SPDX-License-Identifier: MIT

import Testing

@testable import PracticeGoals

@Suite("The open demands of a plan")
struct DemandTests {
  static let metrics: [PracticeMetric] = [.practiceMinutes, .steps]

  /// Every demand over two metrics with the targets 1 to 3, of up to three requirements.
  static let demands: [Demand] = {
    let single = metrics.flatMap { metric in
      (1...3).map { Demand.Requirement(metric: metric, target: $0) }
    }
    var lists = single.map { [$0] }
    for first in single { lists += single.map { [first, $0] } }
    for first in single.prefix(3) { lists += single.suffix(3).map { [first, $0, single[1]] } }
    return [.nothing] + lists.map { .all($0) } + lists.map { .any($0) }
  }()

  private func isMet(_ demand: Demand, _ amounts: [Int]) -> Bool {
    let holds = { (requirement: Demand.Requirement) in
      requirement.target <= amounts[Self.metrics.firstIndex(of: requirement.metric) ?? 0]
    }
    return switch demand {
    case .nothing: true
    case .all(let requirements): requirements.allSatisfy(holds)
    case .any(let requirements): requirements.contains(where: holds)
    }
  }

  /// The definition: all amounts that meet the one demand also meet the other.
  @Test("implies another one exactly if no amounts meet it without meeting the other")
  func matchesDefinition() {
    let grid = (0...4).flatMap { first in (0...4).map { [first, $0] } }
    for mine in Self.demands {
      for theirs in Self.demands {
        let expected = grid.allSatisfy { !isMet(mine, $0) || isMet(theirs, $0) }
        #expect(mine.implies(theirs) == expected, "\(mine) against \(theirs)")
      }
    }
  }
}
