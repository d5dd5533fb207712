// SPDX-License-Identifier: MIT

import CFaults
import Foundation

/// Makes each call of each change of a store fail in turn, and simulates a power cut after each
/// call.
///
/// Prints a line for each change: its name, the number of faults and power cuts, and the number of
/// those that left neither the old nor the new state. Ends with 1 when there was one, with 3 under
/// a sanitizer, and with 4 when the trials do not find the deliberate errors.
@main
struct StoreFaults {
  static func main() throws {
    guard headstock_faults_are_made() != 0 else { exit(3) }
    for scenario in Scenario.careless {
      var trial = try Trial(scenario)
      defer { trial.removeFiles() }
      try trial.fail()
      let isSeen = !trial.wrong.isEmpty
      let count = trial.wrong.count
      try trial.cutPower()
      if !isSeen || trial.wrong.count == count { exit(4) }
    }
    var wrong = 0
    for scenario in Scenario.all {
      var trial = try Trial(scenario)
      defer { trial.removeFiles() }
      try trial.fail()
      try trial.cutPower()
      wrong += trial.wrong.count
      let line =
        "\(scenario.name): \(trial.faultCount) faults, \(trial.cutCount) power cuts, "
        + "\(trial.wrong.count) wrong\n"
      FileHandle.standardOutput.write(Data(line.utf8))
      for text in trial.wrong.prefix(5) {
        FileHandle.standardError.write(Data("  \(scenario.name): \(text)\n".utf8))
      }
    }
    exit(wrong == 0 ? 0 : 1)
  }
}

/// The trials of one scenario.
struct Trial {
  private static let failures: [(mode: headstock_fault_mode, code: Int32)] = [
    (headstock_once, ENOSPC), (headstock_once, EIO), (headstock_once, EINTR),
    (headstock_from_then_on, ENOSPC), (headstock_from_then_on, EIO), (headstock_short, 0),
  ]

  private let scenario: Scenario
  private let place: String
  private let old: String
  private let new: String
  private(set) var faultCount = 0
  private(set) var cutCount = 0
  private(set) var wrong: [String] = []
  private var directoryNumber = 0

  init(_ scenario: Scenario) throws {
    self.scenario = scenario
    place = NSTemporaryDirectory() + "/headstock-faults-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let directory = place + "/first"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try scenario.prepare(directory)
    old = try scenario.state(directory)
    headstock_faults_refuse_exchange(scenario.refusesExchange ? 1 : 0)
    try scenario.act(directory)
    headstock_faults_refuse_exchange(0)
    new = try scenario.state(directory)
    try FileManager.default.removeItem(atPath: directory)
  }

  /// Removes the directory of all attempts.
  func removeFiles() {
    do {
      try FileManager.default.removeItem(atPath: place)
    } catch {
      FileHandle.standardError.write(Data("\(place) stays: \(error)\n".utf8))
    }
  }

  private mutating func fresh() throws -> String {
    directoryNumber += 1
    let directory = "\(place)/\(directoryNumber)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    return directory
  }

  private func read(_ directory: String) -> String {
    do { return try scenario.state(directory) } catch { return "unreadable: \(error)" }
  }

  private func isRight(_ state: String) -> Bool {
    state == old || state == new || scenario.allows(state)
  }

  // MARK: - Calls that fail

  mutating func fail() throws {
    for failure in Self.failures {
      var number = 1
      while true {
        let directory = try fresh()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try scenario.prepare(directory)
        var isDone = true
        headstock_faults_refuse_exchange(scenario.refusesExchange ? 1 : 0)
        headstock_faults_arm(number, failure.mode, failure.code)
        do { try scenario.act(directory) } catch { isDone = false }
        let calls = headstock_faults_disarm()
        if number > calls { break }
        number += 1
        if headstock_faults_hits() == 0 { continue }
        faultCount += 1
        let state = read(directory)
        let what = "call \(number - 1), mode \(failure.mode.rawValue), errno \(failure.code)"
        if !isRight(state) || (isDone && state != new) {
          wrong.append("\(what): \(isDone ? "done" : "refused") and holds \(state)")
        } else if state == old, old != new {
          // The failure must not prevent the next attempt.
          do { try scenario.act(directory) } catch { wrong.append("\(what), again: \(error)") }
          let again = read(directory)
          if again != new { wrong.append("\(what), again: holds \(again)") }
        }
      }
      headstock_faults_refuse_exchange(0)
    }
  }

  // MARK: - Power cuts

  mutating func cutPower() throws {
    guard scenario.isDurable else { return }
    let directory = try fresh()
    try scenario.prepare(directory)
    let trial = self
    let watch = Watch(disk: try Disk(holding: directory)) { try trial.judge($0) }
    headstock_faults_refuse_exchange(scenario.refusesExchange ? 1 : 0)
    headstock_events_tell(
      { context, event in
        guard let context, let event else { return }
        Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().take(event.pointee)
      }, Unmanaged.passUnretained(watch).toOpaque())
    headstock_faults_arm(0, headstock_once, 0)
    try scenario.act(directory)
    _ = headstock_faults_disarm()
    headstock_events_tell(nil, nil)
    headstock_faults_refuse_exchange(0)
    for states in watch.states { record(states, isDone: false) }
    record(try judge(watch.disk), isDone: true)
  }

  private mutating func record(_ states: [String], isDone: Bool) {
    for state in states {
      cutCount += 1
      if isDone ? state != new : !isRight(state) {
        wrong.append("power cut \(isDone ? "at the end" : "meanwhile"): holds \(state)")
      }
    }
  }

  /// Reads the state after every power cut that is possible at this moment.
  private func judge(_ disk: Disk) throws -> [String] {
    var states: [String] = []
    for changes in 0...disk.pendingCount {
      for loss in Disk.Loss.allCases {
        let directory = "\(place)/cut"
        try FileManager.default.createDirectory(
          atPath: directory, withIntermediateDirectories: true)
        try disk.write(to: directory, keeping: changes, losing: loss)
        states.append(read(directory))
        try FileManager.default.removeItem(atPath: directory)
      }
    }
    return states
  }
}

/// Follows the events, and simulates a power cut after each step.
final class Watch {
  let disk: Disk
  private(set) var states: [[String]] = []
  private let judge: (Disk) throws -> [String]
  private var isBusy = false

  init(disk: Disk, judge: @escaping (Disk) throws -> [String]) {
    self.disk = disk
    self.judge = judge
  }

  func take(_ event: headstock_event) {
    // The reads of the judging itself are not part of the change.
    if isBusy { return }
    isBusy = true
    disk.follow(event)
    states.append((try? judge(disk)) ?? ["no disk"])
    isBusy = false
  }
}
