// SPDX-License-Identifier: MIT

package import AudioInput
import Terminal

/// The settings that affect the results of a run.
package struct ShardSettings: Sendable {
  /// The settings of the analysis.
  package let analysis: AnalysisSettings
  /// The settings as text.
  package let sources: SettingSources
  /// The channels that are mixed.
  package let channels: ChannelSelection
  /// The records that are written.
  package let content: OutputContent
  /// The format of the records.
  package let format: AnalysisFormat

  /// Collects the settings of a run.
  package init(
    analysis: AnalysisSettings, sources: SettingSources, channels: ChannelSelection,
    content: OutputContent, format: AnalysisFormat
  ) {
    self.analysis = analysis
    self.sources = sources
    self.channels = channels
    self.content = content
    self.format = format
  }

  /// Returns the first line of the journal of a shard.
  func header(of shard: RecordingShard) -> [UInt8] {
    let channel: String =
      switch channels {
      case .mix: "mix"
      case .channel(let number): "\(number)"
      }
    return JournalLine.sealed(
      [
        ("schema", Field(JournalLine.schema)),
        ("shard", Field("\(shard.number)/\(shard.count)")),
        ("format", Field(format.rawValue)),
        ("records", Field(content.record.schema)),
        ("engine", Field(analysis.engine)),
        ("smooth", Field(analysis.isSmoothed)),
        ("channel", Field(channel)),
      ]
        + SettingSources.Name.allCases.filter { !$0.isForScreens }.map {
          ($0.rawValue, Field(sources.text($0)))
        })
  }

  /// The first line of the output; empty for a format whose files begin with a record.
  var opening: [UInt8] {
    Array((format.writer.appendedRecords?.opening?(content) ?? "").utf8)
  }
}
