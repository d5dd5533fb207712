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

  /// Prepares a worker.
  package init(_ settings: ShardSettings, shard: RecordingShard) {
    self.settings = settings
    self.shard = shard
  }

  /// Answers the requests on standard input until it ends.
  ///
  /// - Parameter memory: the largest memory of this process in bytes.
  /// - Throws: `ExitStatus.closedPipe` when the program that started this one has ended.
  package func run(memory: Int) throws {
    ParentProcess.endWithIt()
    // The program that started this one decides what a signal to all of them means.
    for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_IGN) }
    let kind = __rlimit_resource_t(RLIMIT_DATA.rawValue)
    var limit = rlimit()
    getrlimit(kind, &limit)
    limit.rlim_cur = min(rlim_t(memory), limit.rlim_max)
    setrlimit(kind, &limit)
    try WorkerAnswer.send(.ready, settings.header(of: shard))
    var reader = try LineReader(path: "-", separator: 0)
    while let request = try WorkerRequest(&reader) {
      do {
        try withDenormalsFlushed {
          let outcome = try outcome(of: request)
          try WorkerAnswer.send(.outcome, outcome.bytes)
        }
      } catch let error as OutputError {
        try WorkerAnswer.send(.fatal, Array("\(error)".utf8))
        throw error
      }
    }
  }

  private func outcome(of request: WorkerRequest) throws -> WorkerOutcome {
    let start = ContinuousClock.now
    let stamp = FileStamp(path: request.identity.path)
    var outcome = WorkerOutcome(status: .failed, stamp: stamp)
    do {
      outcome = try analyze(request, stamp)
    } catch  where !AnalysisBatch.isFatal(error) {
      outcome.remark = "\(error)"
    }
    outcome.seconds = (ContinuousClock.now - start) / .seconds(1)
    return outcome
  }

  private func analyze(_ request: WorkerRequest, _ stamp: FileStamp?) throws -> WorkerOutcome {
    var reader = try PartReader(request.identity, channels: settings.channels)
    var analysis = FileAnalysis(
      settings: settings.analysis, content: settings.content, format: settings.format,
      name: request.identity.path)
    analysis.part = request.identity.part
    analysis.namesFile = request.place == nil
    var sink: OutputSink
    if let place = request.place {
      let code = FilePath.makeDirectory(FilePath.parent(of: place), mode: 0o777)
      guard code == 0 else { throw OutputError.cannotWrite(place: place, code: code) }
      sink = try OutputSink(.file(place), isImmediate: false)
    } else {
      sink = OutputSink { try WorkerAnswer.send(.records, $0) }
    }
    let summary: RecordingSummary
    do { summary = try analysis.run(&reader, into: &sink).summary } catch {
      _ = sink.abandon()
      throw error
    }
    try sink.finish()
    var outcome = WorkerOutcome(
      status: summary.clearResults + summary.noteCount > 0 ? .heard : .silent, stamp: stamp)
    outcome.soundSeconds = summary.duration.seconds(at: reader.sampleRate)
    outcome.remark = reader.shortfall.map { "\($0)" }
    return outcome
  }
}
