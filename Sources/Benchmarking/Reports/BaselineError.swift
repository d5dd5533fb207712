// SPDX-License-Identifier: MIT

/// Why a report can't be held against a baseline.
public enum BaselineError: Error, Hashable, Sendable {
  /// The baseline has another format.
  case schemaDiffers(String)
  /// It was made on another machine.
  case machineDiffers(baseline: String, report: String)
  /// It was made by another kind of build.
  case flagsDiffer(baseline: [String], report: [String])
  /// It is of another run, or the report is not whole.
  case planDiffers
}

extension BaselineError: CustomStringConvertible {
  /// One sentence for a person, which ends in the remedy.
  public var description: String {
    switch self {
    case .schemaDiffers(let schema):
      "the baseline is \(schema), not \(Baseline.schema). Make it again with --bless"
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
