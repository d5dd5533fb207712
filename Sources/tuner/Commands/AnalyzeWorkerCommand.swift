// SPDX-License-Identifier: MIT

import ArgumentParser
import AudioInput
import TunerAnalysis

/// A worker of `tuner analyze --batch`, which starts it and sends it the recordings.
struct AnalyzeWorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze-worker", abstract: "Used by analyze --batch.", shouldDisplay: false)

  @Option(help: "The format of the records.", transform: AnalysisFormat.init(named:))
  var format: AnalysisFormat

  @Option(help: "The records.")
  var content: OutputContent

  @Flag(help: "Let later updates correct earlier ones.")
  var smooth = false

  @Option(help: RecordingArguments.channelHelp)
  var channel: Int?

  @Option(help: "The part of the list, i/n.", transform: BatchOptions.shard(named:))
  var shard: RecordingShard

  @Option(help: "The largest memory in MiB.")
  var memory: Int

  @Option(help: "The directory of cached results.")
  var cache: String?

  @Option(help: "The largest size of the cache in MiB.")
  var cacheSize: Int?

  @OptionGroup var settings: SettingsOptions

  func validate() throws {
    if (cache == nil) != (cacheSize == nil) {
      throw ValidationError("--cache and --cache-size need each other.")
    }
  }

  func run() throws {
    let sources = settings.resolve().withOffsetsThatCount
    var analysis = try sources.validated()
    analysis.isSmoothed = smooth
    // The program that starts a worker has refused settings that do not apply to strokes.
    if content.measuresStrokes { analysis.strum = try StrumTargets(analysis.target) }
    let shared = ShardSettings(
      analysis: analysis, sources: sources, channels: RecordingArguments.channels(channel),
      content: content, format: format)
    let place = cache.flatMap { directory in
      cacheSize.map { (directory: directory, limit: Int64($0) << 20) }
    }
    try AnalysisWorker(shared, shard: shard, cache: place).run(memory: memory << 20)
  }

  /// Returns the arguments of this program that start a worker.
  ///
  /// - Parameters:
  ///   - settings: the settings that affect the records.
  ///   - shard: the shard.
  ///   - memory: the largest memory of the worker in MiB.
  ///   - cache: the directory of cached results, and its largest size in MiB; `nil` for none.
  /// - Returns: the words after the name of the program.
  static func arguments(
    _ settings: ShardSettings, shard: RecordingShard, memory: Int,
    cache: (directory: String, size: Int)?
  ) -> [String] {
    var words = [
      _commandName, "--shard=\(shard.number)/\(shard.count)", "--memory=\(memory)",
      "--format=\(settings.format.rawValue)", "--content=\(settings.content.rawValue)",
    ]
    if settings.analysis.isSmoothed { words.append("--smooth") }
    if case .channel(let number) = settings.channels { words.append("--channel=\(number)") }
    if let cache { words += ["--cache=\(cache.directory)", "--cache-size=\(cache.size)"] }
    return words + settings.sources.flags
  }
}
