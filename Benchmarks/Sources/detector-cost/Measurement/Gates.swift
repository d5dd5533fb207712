// SPDX-License-Identifier: MIT

/// The limits of our detectors.
struct Gates: Codable {
  /// The most that an update of music may cost, as a multiple of the reference's.
  var ratioLimit: Double
  /// The most that the costliest update of any signal may cost, as a multiple of the median on
  /// music.
  var worstLimit: Double

  /// A demand that was looked at.
  struct Finding: Codable {
    var text: String
    var holds: Bool
  }

  /// Holds `costs` against the demands.
  ///
  /// - Returns: a finding for each contestant of ours and each demand that `costs` can answer; none
  ///   at all means that nothing was demanded, which is no pass.
  func findings(_ costs: [Cost], music: Set<String>) -> [Finding] {
    let ours = costs.filter { $0.owner == .headstock }
    var found: [Finding] = []
    for name in distinct(ours.map(\.contestant)) {
      let own = costs.filter { $0.contestant == name }
      let onMusic = own.filter { music.contains($0.signal) }
      for cost in onMusic {
        guard let ratio = cost.ratio else { continue }
        found.append(
          Finding(
            text: "\(name) on \(cost.signal) costs \(text(ratio.median)) × "
              + "\(ContestantEntry.referenceName); at most \(text(ratioLimit))",
            holds: ratio.median <= ratioLimit))
      }
      guard let typical = middle(onMusic.map(\.median)), typical > 0,
        let worst = own.max(by: { $0.costliestUpdate < $1.costliestUpdate })
      else { continue }
      let excess = worst.costliestUpdate / typical
      found.append(
        Finding(
          text:
            "\(name)'s costliest update, in \(worst.signal), costs \(text(excess)) × its median "
            + "on music; at most \(text(worstLimit))",
          holds: excess <= worstLimit))
    }
    return found
  }
}

/// The different ones of `names`, in the order of their first appearance.
func distinct(_ names: [String]) -> [String] {
  names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
}

/// A figure with so many digits behind the point, three at most.
func text(_ value: Double, digits: Int = 2) -> String {
  let scale = [1.0, 10, 100, 1000][min(3, max(0, digits))]
  let scaled = (value.magnitude * scale).rounded()
  guard scaled < 1e15 else { return "\(value)" }
  let sign = value < 0 && scaled > 0 ? "-" : ""
  let whole = Int(scaled) / Int(scale)
  guard digits > 0 else { return "\(sign)\(whole)" }
  let fraction = String(Int(scaled) % Int(scale))
  let padding = String(repeating: "0", count: digits - fraction.count)
  return "\(sign)\(whole).\(padding)\(fraction)"
}
