// SPDX-License-Identifier: MIT

/// The reasons why a report can't be compared with a baseline.
package enum BaselineError: Error, Hashable, Sendable {
  /// The baseline has another format.
  case schemaDiffers(String)
  /// The two come from different commands.
  case commandDiffers(baseline: String, run: String)
  /// The two come from different machines.
  case machineDiffers(baseline: String, report: String)
  /// The two come from different builds.
  case flagsDiffer(baseline: [String], report: [String])
  /// The two have different plans, or the report is incomplete.
  case planDiffers
}

extension BaselineError: CustomStringConvertible {
  /// One sentence for a person that ends with the remedy.
  package var description: String {
    switch self {
    case .schemaDiffers(let schema):
      "the baseline is \(schema), not \(Baseline<BenchPlan>.schema). Make one with --bless"
    case .commandDiffers(let baseline, let run):
      "the baseline is from tuner-bench \(baseline), and this is \(run). "
        + "Compare it with tuner-bench \(baseline), or make one for \(run) with --bless"
    case .machineDiffers(let baseline, let report):
      "the baseline is from another machine (\(baseline); this is \(report)). "
        + "Compare on that machine, or make a baseline for this one with --bless"
    case .flagsDiffer(let baseline, let report):
      "the baseline is from another build (\(baseline.joined(separator: " ")); this is "
        + "\(report.joined(separator: " "))). Build as the baseline was, or use --bless"
    case .planDiffers:
      "the baseline is of another run: other items, settings or contestant. "
        + "Run what it was made of, or make another with --bless"
    }
  }
}
