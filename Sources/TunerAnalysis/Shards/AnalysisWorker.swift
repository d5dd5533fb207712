// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import ChildProcesses
import FileStore
import Glibc
import OfflineAnalysis
import SignalProcessing
import Terminal
import TunerRuntime

/// The process that analyses the recordings of a batch, one after another.
///
/// A recording that hangs or that crashes the decoder ends this process only. The program that
/// started it reports the recording and starts another worker.
package struct AnalysisWorker {
  private let settings: ShardSettings
  private let shard: RecordingShard
  private let answers = WorkerAnswers()
  /// The results of earlier runs; `nil` for none.
  private let cache: ResultCache?

  /// Prepares a worker.
  ///
  /// - Parameters:
  ///   - settings: the settings that affect the records.
  ///   - shard: the shard.
  ///   - cache: the directory of cached results, and its largest size in bytes; `nil` for none.
  /// - Throws: `OutputError` for a directory that can't be written.
  package init(
    _ settings: ShardSettings, shard: RecordingShard, cache: (directory: String, limit: Int64)?
  ) throws {
    self.settings = settings
    self.shard = shard
    self.cache = try cache.map { place throws(OutputError) in
      try ResultCache(directory: place.directory, limit: place.limit, key: settings.cacheKey)
    }
  }

  /// Answers the requests on standard input until it ends.
  ///
  /// - Parameter memory: the largest memory of this process in bytes.
  /// - Throws: `ExitStatus.closedPipe` when the program that started this one has ended.
  package func run(memory: Int) throws {
    ParentProcess.endWithIt()
    // The program that started this one decides how all processes react to a signal.
    for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_IGN) }
    let kind = __rlimit_resource_t(RLIMIT_DATA.rawValue)
    var limit = rlimit()
    getrlimit(kind, &limit)
    limit.rlim_cur = min(rlim_t(memory), limit.rlim_max)
    setrlimit(kind, &limit)
    try answers.add(.ready, settings.header(of: shard))
    try answers.send()
    var reader = try LineReader(path: "-", separator: 0)
    while let request = try WorkerRequest(&reader) {
      do {
        try withDenormalsFlushed {
          let outcome = try outcome(of: request)
          try answers.add(.outcome, outcome.bytes)
          try answers.send()
        }
      } catch let error as OutputError {
        try answers.add(.fatal, Array("\(error)".utf8))
        try answers.send()
        throw error
      }
    }
  }

  private func outcome(of request: WorkerRequest) throws -> WorkerOutcome {
    let start = ContinuousClock.now
    let stamp = FileStamp(path: request.identity.path)
    var outcome = WorkerOutcome(status: .failed, stamp: stamp)
    do {
      outcome = try known(request, stamp) ?? analyze(request, stamp)
    } catch  where !AnalysisBatch.isFatal(error) {
      outcome.remark = "\(error)"
    }
    outcome.seconds = (ContinuousClock.now - start) / .seconds(1)
    return outcome
  }

  private func analyze(_ request: WorkerRequest, _ stamp: FileStamp?) throws -> WorkerOutcome {
    if let place = request.place {
      let code = FilePath.makeDirectory(FilePath.parent(of: place), mode: 0o777)
      guard code == 0 else { throw OutputError.cannotWrite(place: place, code: code) }
      let sink = try OutputSink(.file(place), isImmediate: false)
      return try analyze(request, stamp, named: request.identity.path, into: sink)
    }
    let sink = OutputSink { [answers] in try answers.add(.records, $0) }
    return try analyze(request, stamp, named: request.identity.path, into: sink)
  }

  /// Analyses a recording.
  ///
  /// - Parameters:
  ///   - request: the recording.
  ///   - stamp: the state of its file.
  ///   - name: its name in the records.
  ///   - sink: receives the records.
  /// - Returns: the outcome.
  /// - Throws: the errors of the recording and of the sink.
  private func analyze(
    _ request: WorkerRequest, _ stamp: FileStamp?, named name: String,
    into sink: consuming OutputSink
  ) throws -> WorkerOutcome {
    var reader = try PartReader(request.identity, channels: settings.channels)
    let analysis = FileAnalysis(
      context: AnalysisContext(
        settings: settings.analysis, content: settings.content, format: settings.format,
        name: name, sampleRate: reader.sampleRate, part: request.identity.part,
        sharesTable: request.place == nil))
    let summary: RecordingSummary
    do { summary = try analysis.run(&reader, into: &sink).summary } catch {
      _ = sink.abandon()
      throw error
    }
    try sink.finish()
    var outcome = WorkerOutcome(
      status: settings.content.hasPitch(summary) ? .heard : .silent, stamp: stamp)
    outcome.soundSeconds = summary.duration.seconds(at: reader.sampleRate)
    let warnings = RecordingWarnings.all(reader.remark, summary)
    if !warnings.isEmpty { outcome.remark = warnings.joined(separator: "; ") }
    return outcome
  }

  // MARK: - Known results

  /// Takes the result of a recording from the cache, or analyses it for the cache.
  ///
  /// - Returns: the outcome; `nil` if the recording can't be cached, because there is no cache, or
  ///   it is not a file, or the file was changed a moment ago.
  private func known(_ request: WorkerRequest, _ stamp: FileStamp?) throws -> WorkerOutcome? {
    guard let cache, let stamp, request.place == nil,
      let appended = settings.format.writer.appendedRecords,
      ResultCache.takes(request.identity.path, stamp)
    else { return nil }
    let recorded = RecordedName(request.identity.path, in: appended)
    let name = cache.key(of: request.identity, stamp)
    if let found = cache.result(of: name) { return try taken(found, as: recorded, stamp) }
    guard let content = cache.key(ofContent: request.identity) else { return nil }
    if let found = cache.result(of: content) {
      if FileStamp(path: request.identity.path) == stamp {
        try cache.link(content, found, as: name)
      }
      return try taken(found, as: recorded, stamp)
    }
    let kept = KeptRecords()
    let sink = OutputSink { [answers] records in
      kept.add(records)
      try answers.add(.records, recorded.inserted(into: records))
    }
    let outcome = try analyze(request, stamp, named: RecordedName.placeholder, into: sink)
    // If a recording changed while it was read, its result belongs to neither content.
    if let records = kept.records, FileStamp(path: request.identity.path) == stamp {
      let result = CachedResult(outcome: outcome, records: records)
      try cache.add(result, as: content)
      try cache.link(content, result, as: name)
    }
    return outcome
  }

  private func taken(
    _ found: CachedResult, as name: RecordedName, _ stamp: FileStamp
  ) throws -> WorkerOutcome {
    try answers.add(.records, name.inserted(into: found.records))
    var outcome = found.outcome
    outcome.stamp = stamp
    outcome.isKnown = true
    return outcome
  }
}
