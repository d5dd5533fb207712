// SPDX-License-Identifier: MIT

import Acoustics
import Archiving
import AudioFile
import FileFormats
import Foundation
import Terminal
package import TunerRuntime

/// The archive of `tuner report`: the last half minute of a session, to send to a maintainer.
package struct ReportBundle {
  private let record: RollingRecording
  /// The records that the session printed, without those that are damaged.
  private let lines: [String]

  /// Makes a bundle.
  ///
  /// - Parameter record: the last half minute of a session.
  package init(record: RollingRecording) {
    self.record = record
    lines = record.lines.filter(Self.isRecord)
  }

  /// Returns true for the text of one JSON object with its line end.
  private static func isRecord(_ line: String) -> Bool {
    let bytes = Array(line.utf8)
    guard bytes.firstIndex(of: 10) == bytes.count - 1, let node = try? JSONNode(bytes),
      case .object = node.content
    else { return false }
    return true
  }

  /// A sentence about damaged records; `nil` for none.
  private var damageNotice: String? {
    let count = record.lines.count - lines.count
    guard count > 0 else { return nil }
    return (count == 1 ? "1 record is" : "\(count) records are") + " damaged and left out"
  }

  /// The bytes of the zip archive.
  package var bytes: [UInt8] {
    ZipWriter.bytes(of: [
      .init(name: "README.txt", bytes: Array(readme.utf8)),
      .init(name: "session.json", bytes: Array(record.description.utf8)),
      .init(name: "frames.ndjson", bytes: Array(frames.utf8)),
      .init(name: "audio.wav", bytes: audio),
    ])
  }

  /// The contents in words, for the person who sends it.
  package var contents: String {
    let seconds = TextFigures.number(
      Double(record.clip.samples.count) / Double(record.clip.sampleRate.hertz), places: 1)
    let shown =
      record.firstUpdate.map { "what was shown of it from \(time($0)) s on" }
      ?? "what was shown of it"
    let end = record.lastWrite.map { " until \(Self.clock($0))" } ?? ""
    let parts = "\(seconds) s of what was heard\(end), \(shown), settings and versions"
    return
      ([parts]
      + [changeNotice, damageNotice, record.shortfall?.description].compactMap(\.self))
      .joined(separator: "; ")
  }

  /// Returns the date and the time in the zone of the player.
  private static func clock(_ seconds: Int64) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    return formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
  }

  /// A sentence about settings that changed within the sound; `nil` for none.
  private var changeNotice: String? {
    let description = try? JSONDecoder().decode(
      SessionDescription.self, from: Data(record.description.utf8))
    return description?.changeNotice(after: record.clip.start.seconds(at: record.clip.sampleRate))
  }

  private func time(_ position: SamplePosition) -> String {
    TextFigures.number(position.seconds(at: record.clip.sampleRate), places: 3)
  }

  /// The samples as a WAV file, with its gaps.
  private var audio: [UInt8] {
    let clip = record.clip
    let header = RecordingHeader(
      sampleRate: clip.sampleRate, first: clip.start, gaps: clip.ownGaps,
      sampleCount: clip.samples.count)
    var bytes = header.bytes
    bytes.reserveCapacity(bytes.count + 4 * clip.samples.count)
    for sample in clip.samples {
      for shift in [0, 8, 16, 24] as [UInt32] {
        bytes.append(UInt8(truncatingIfNeeded: sample.bitPattern >> shift))
      }
    }
    return bytes
  }

  private var frames: String { lines.joined() }

  private var readme: String {
    """
    A report of tuner \(Release.version): \(contents).

    audio.wav      what the microphone heard, from \(time(record.clip.start)) s to \(time(record.clip.end)) s of the
                   session: anybody who has this file can listen to it
    frames.ndjson  what was shown: the records that tuner live prints, without their header line, because
                   session.json has the settings; their times are the session's
    session.json   settings at the end and who set them, the device and its stream, versions of the programs
                   and of the system; no names of files, directories, people or machines

    To get the readings again: tuner analyze --frames ARGUMENTS audio.wav
    with the arguments that session.json lists. Settings that "not_carried" in session.json names
    are missing in them, because they need files of the player that are not here: a Scala file, a
    keyboard map, a tuning with offsets. The sound begins in the middle of a session, so the first
    readings may differ from those that were shown. The arguments are those of the end of the
    session: if settings changed during the sound, which "changes" in session.json tells, the
    readings before the last change differ too, and after a change to strokes some onsets and
    states.

    """
  }
}
