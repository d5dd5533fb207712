// SPDX-License-Identifier: MIT

import Glibc
public import PracticeGoals

/// A source of a day's totals: the journal or an export of health data.
public protocol PracticeDataSource: Actor {
  /// Checks that the data can be read.
  ///
  /// - Throws: `PracticeDataError`.
  func requestAuthorization() async throws(PracticeDataError)

  /// Reads the total of a metric from the start of a day to now.
  ///
  /// - Parameters:
  ///   - metric: the metric.
  ///   - day: the day.
  /// - Returns: the total in the metric's unit.
  /// - Throws: `PracticeDataError`; `notAvailable` for a metric that this source does not have.
  func fetch(_ metric: PracticeMetric, on day: PracticeDay) async throws(PracticeDataError)
    -> Double

  /// Returns the moments of the emergency exits of a day, in the order of the records.
  ///
  /// - Throws: `PracticeDataError`.
  func exits(on day: PracticeDay) async throws(PracticeDataError) -> [WallTime]

  /// Returns true if this source has data that were not read yet, and that no other event reports.
  func hasNewData() async -> Bool
}

extension PracticeDataSource {
  /// None: this source does not record emergency exits.
  public func exits(on day: PracticeDay) async throws(PracticeDataError) -> [WallTime] { [] }

  /// False: another event reports new data of this source, such as a change of the journal.
  public func hasNewData() async -> Bool { false }
}

/// The practice and the notes in the journal.
public actor JournalSource: PracticeDataSource {
  private let journal: PracticeJournal

  /// Makes a source.
  public init(_ journal: PracticeJournal) { self.journal = journal }

  /// Checks that the journal can be written: only what is written can be read later.
  public func requestAuthorization() async throws(PracticeDataError) {
    do throws(JournalError) { try journal.prepare() } catch {
      throw PracticeDataError(error)
    }
  }

  /// Returns the moments of the emergency exits in the journal.
  public func exits(on day: PracticeDay) async throws(PracticeDataError) -> [WallTime] {
    do throws(JournalError) { return try journal.records(of: day).exits } catch {
      throw PracticeDataError(error)
    }
  }

  /// Reads the minutes of practice of a day, or its notes in tune.
  public func fetch(
    _ metric: PracticeMetric, on day: PracticeDay
  ) async throws(PracticeDataError) -> Double {
    do throws(JournalError) {
      switch metric {
      case .practiceMinutes: return try journal.records(of: day).totals.practiceMinutes
      case .inTuneNotes: return Double(try journal.records(of: day).totals.inTuneCount)
      case .steps, .activeEnergy, .exerciseMinutes, .timeOfDay: break
      }
    } catch {
      throw PracticeDataError(error)
    }
    throw .notAvailable
  }
}

/// An export of health data, read again only when the file or the day changes.
public actor HealthExportSource: PracticeDataSource {
  private let path: String
  private let report: @Sendable (HealthExportReader.Progress) -> Void
  private var known: (file: FileVersion, totals: HealthTotals)?
  /// The version of the file at the last check; `nil` if there was no file.
  private var seen: FileVersion?
  /// The version that was read last, or that existed at the first check; `nil` for none.
  private var used: FileVersion?
  private var isChecked = false

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - path: the `export.xml`.
  ///   - report: receives the progress of a reading.
  public init(
    path: String, report: @escaping @Sendable (HealthExportReader.Progress) -> Void = { _ in }
  ) {
    self.path = path
    self.report = report
  }

  /// Checks that the file exists and begins like an export of health data.
  public func requestAuthorization() async throws(PracticeDataError) {
    do throws(HealthExportError) {
      let reader = try HealthExportReader(
        path: path, from: WallTime(milliseconds: 0), to: WallTime(milliseconds: 0))
      _ = try reader.step()
    } catch {
      throw PracticeDataError(error)
    }
  }

  /// Returns true once for each version of the file.
  ///
  /// A file that has changed since the check before may still be written, so it counts at the next
  /// check.
  public func hasNewData() async -> Bool {
    let present = FileVersion(path)
    defer { (seen, isChecked) = (present, true) }
    if !isChecked, used == nil { used = present }
    guard let present, present != used, present == seen else { return false }
    used = present
    return true
  }

  /// Reads the total of a metric of a day.
  public func fetch(
    _ metric: PracticeMetric, on day: PracticeDay
  ) async throws(PracticeDataError) -> Double {
    let totals: HealthTotals
    do throws(HealthExportError) { totals = try self.totals(of: day) } catch {
      throw PracticeDataError(error)
    }
    guard let total = totals[metric] else { throw .notAvailable }
    return total
  }

  private func totals(of day: PracticeDay) throws(HealthExportError) -> HealthTotals {
    guard let file = FileVersion(path) else { throw .readFailed(path: path, code: errno) }
    used = file
    if let known, known.file == file, known.totals.start == day.start, known.totals.end == day.end {
      return known.totals
    }
    guard file.modified >= day.start else { throw .tooOld(path: path) }
    let totals = try HealthExportReader(path: path, from: day.start, to: day.end).readAll(report)
    known = (file, totals)
    return totals
  }
}

/// Sources of practice data, each for its own metrics.
public actor PracticeSources: PracticeDataSource {
  private let journal: any PracticeDataSource
  private let health: (any PracticeDataSource)?

  /// Combines sources.
  ///
  /// - Parameters:
  ///   - journal: the source of practice and notes.
  ///   - health: the source of all other metrics; `nil` for none.
  public init(journal: any PracticeDataSource, health: (any PracticeDataSource)?) {
    self.journal = journal
    self.health = health
  }

  /// Returns the moments of the emergency exits, from the journal.
  public func exits(on day: PracticeDay) async throws(PracticeDataError) -> [WallTime] {
    try await journal.exits(on: day)
  }

  /// Returns true if the health data are new.
  public func hasNewData() async -> Bool {
    await health?.hasNewData() ?? false
  }

  /// Asks all sources for permission.
  public func requestAuthorization() async throws(PracticeDataError) {
    try await journal.requestAuthorization()
    try await health?.requestAuthorization()
  }

  /// Reads the total of a metric of a day.
  public func fetch(
    _ metric: PracticeMetric, on day: PracticeDay
  ) async throws(PracticeDataError) -> Double {
    switch metric {
    case .practiceMinutes, .inTuneNotes: return try await journal.fetch(metric, on: day)
    case .steps, .activeEnergy, .exerciseMinutes, .timeOfDay:
      guard let health else { throw .notAvailable }
      return try await health.fetch(metric, on: day)
    }
  }
}
