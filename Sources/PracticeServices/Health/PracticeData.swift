// SPDX-License-Identifier: MIT

import Glibc
public import PracticeGoals

/// A source of a day's totals: the journal, an export of health data.
public protocol PracticeData: Actor {
  /// Finds out whether the data can be read.
  ///
  /// - Throws: `PracticeDataError`.
  func requestAuthorization() async throws(PracticeDataError)

  /// Reads the total of a metric from the start of a day to now.
  ///
  /// - Parameters:
  ///   - metric: what to read.
  ///   - day: the day.
  /// - Returns: the total in the metric's unit.
  /// - Throws: `PracticeDataError`; `notAvailable` for a metric that this source does not have.
  func fetch(_ metric: PracticeMetric, on day: PracticeDay) async throws(PracticeDataError)
    -> Double
}

/// What the tuner heard, as the journal has it.
public actor JournalData: PracticeData {
  private let journal: PracticeJournal

  /// Makes a source.
  ///
  /// - Parameter journal: the journal.
  public init(_ journal: PracticeJournal) { self.journal = journal }

  /// Finds out whether the journal can be written to, which is what there is to read later.
  public func requestAuthorization() async throws(PracticeDataError) {
    do throws(JournalError) { try journal.prepare() } catch {
      throw .queryFailed(description: "\(error)")
    }
  }

  /// Reads the minutes of practice or the notes in tune of a day.
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
      throw .queryFailed(description: "\(error)")
    }
    throw .notAvailable
  }
}

/// An export of health data, read anew only when the file or the day is another.
public actor HealthExportData: PracticeData {
  private let path: String
  private let report: @Sendable (HealthExportReader.Progress) -> Void
  private var known: (file: FileVersion, totals: HealthTotals)?

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - path: the `export.xml`.
  ///   - report: is told how far a reading has come.
  public init(
    path: String, report: @escaping @Sendable (HealthExportReader.Progress) -> Void = { _ in }
  ) {
    self.path = path
    self.report = report
  }

  /// Finds out whether the file is there and begins as an export of health data does.
  public func requestAuthorization() async throws(PracticeDataError) {
    do throws(HealthExportError) {
      let reader = try HealthExportReader(
        path: path, from: WallTime(milliseconds: 0), to: WallTime(milliseconds: 0))
      _ = try reader.step()
    } catch {
      throw .queryFailed(description: "\(error)")
    }
  }

  /// Reads the total of a metric of a day.
  public func fetch(
    _ metric: PracticeMetric, on day: PracticeDay
  ) async throws(PracticeDataError) -> Double {
    let totals: HealthTotals
    do throws(HealthExportError) { totals = try self.totals(of: day) } catch {
      throw .queryFailed(description: "\(error)")
    }
    guard let total = totals[metric] else { throw .notAvailable }
    return total
  }

  private func totals(of day: PracticeDay) throws(HealthExportError) -> HealthTotals {
    guard let file = FileVersion(path) else { throw .readFailed(path: path, code: errno) }
    if let known, known.file == file, known.totals.start == day.start, known.totals.end == day.end {
      return known.totals
    }
    guard file.modified >= day.start else { throw .tooOld(path: path) }
    let totals = try HealthExportReader(path: path, from: day.start, to: day.end).readAll(report)
    known = (file, totals)
    return totals
  }
}

/// Each metric from the source that has it.
public actor PracticeSources: PracticeData {
  private let journal: any PracticeData
  private let health: (any PracticeData)?

  /// Joins sources.
  ///
  /// - Parameters:
  ///   - journal: has practice and notes.
  ///   - health: has everything else; `nil` for nothing else.
  public init(journal: any PracticeData, health: (any PracticeData)?) {
    self.journal = journal
    self.health = health
  }

  /// Asks all sources.
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
