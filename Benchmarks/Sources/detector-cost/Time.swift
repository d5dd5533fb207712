// SPDX-License-Identifier: MIT

import ArgumentParser
import CMeasurement
import Foundation

/// Processor time an update, all contestants in one run.
struct Time: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures processor time, all contestants in one run, in rotating order.",
    discussion: """
      Only ratios within one run hold: absolute times drift with the machine.

      Exit status: 0 done; 1 with --check, when a demand does not hold, or an error; 64 the command \
      line is wrong.
      """)

  @OptionGroup var selection: Selection
  @Option(help: "How often every signal is played to every contestant.") var rounds = 5
  @Option(help: "Megabytes of other memory read between two updates: more than the last cache.")
  var evict = 64
  @Flag(help: "Sleep until the next hop instead: slow, and the truth.") var paced = false
  @Flag(help: "Nothing between two updates: how much a tight loop hides.") var tight = false
  @Flag(help: "Print JSON.") var json = false
  @Flag(help: "Exit with 1 when a demand does not hold.") var check = false
  @Option(help: "The most an update of music may cost against \(ContestantEntry.referenceName).")
  var ratioLimit = 0.5
  @Option(help: "The most the costliest update may cost against the median on music.")
  var worstLimit = 2.0

  func validate() throws {
    guard rounds >= 1 else { throw ValidationError("--rounds must be at least 1.") }
    guard (1...1024).contains(evict) else { throw ValidationError("--evict takes 1 to 1024.") }
    guard !(paced && tight) else { throw ValidationError("Choose --paced or --tight.") }
  }

  func run() throws {
    let entries = try selection.contestants()
    let signals = try selection.chosenSignals()
    if check {
      guard entries.contains(where: { $0.owner == .headstock }),
        entries.contains(where: { $0.name == ContestantEntry.referenceName }),
        signals.contains(where: \.isMusic)
      else {
        throw ValidationError(
          "--check needs a detector of ours, \(ContestantEntry.referenceName) and music: name "
            + "them, or name nothing.")
      }
    }
    // By default other detectors run on music only. The other signals look for our worst case.
    let runs = try signals.map { signal in
      try entries.filter { entry in
        guard selection.plays(signal, to: entry) else { return false }
        return signal.isMusic || !selection.detectors.isEmpty || entry.owner != .aubio
          || entry.name == ContestantEntry.referenceName
      }.map { entry in try Run(entry, on: signal) }
    }
    play(runs, rounds: rounds, cadence: cadence) { done in
      FileHandle.standardError.write(Data("detector-cost: round \(done) of \(rounds)\n".utf8))
    }
    let costs = runs.flatMap { runs in
      let reference = runs.first { $0.entry.name == ContestantEntry.referenceName }
      return runs.compactMap { Cost($0, against: reference) }
    }
    let gates = Gates(ratioLimit: ratioLimit, worstLimit: worstLimit)
    let findings = gates.findings(costs, music: Set(signals.filter(\.isMusic).map(\.name)))
    let report = Report(
      machine: machineName, cadence: cadenceName, rounds: rounds,
      fftw: String(cString: headstock_fftw_version()),
      costs: costs, gates: gates, findings: findings)
    print(try json ? report.json() : report.table())
    if check && !findings.allSatisfy(\.holds) { throw ExitCode(1) }
  }

  /// The processor as the kernel names it; the architecture's name is all that some kernels know.
  private var machineName: String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = text.split(separator: "\n").first { $0.hasPrefix("model name") }?
      .split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    return "\(model ?? "unnamed processor"), \(ProcessInfo.processInfo.processorCount) cores"
  }

  private var cadence: Cadence {
    if paced { return .paced(intervalNanoseconds: 1_000_000_000 / Int64(Signal.updateRate)) }
    return tight ? .tight : .evicting(EvictionBuffer(bytes: evict << 20))
  }

  private var cadenceName: String {
    if paced { return "paced at \(Signal.updateRate) Hz" }
    return tight ? "in a tight loop" : "\(evict) MB of other memory between two"
  }
}

extension Report {
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
