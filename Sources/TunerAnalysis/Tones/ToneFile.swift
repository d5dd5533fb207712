// SPDX-License-Identifier: MIT

import AudioFile
import FileStore
import Glibc
import Terminal

/// A file of reference tones, which appears complete or not at all.
package struct ToneFile {
  private let path: String

  /// Names a file.
  ///
  /// - Parameter path: its path; the extension decides the format.
  package init(path: String) { self.path = path }

  /// Writes the tones to a temporary file in the same directory, and names it at the end.
  ///
  /// - Throws: `ToneError.unknownEnding`, `FileFailure` if the sound can't be written, and
  ///   `OutputError` if the file can't be made or named.
  package func write(_ tones: ToneSequence) throws {
    let format = try format()
    var status = stat()
    let isThere = PathText.withCString(path) { stat($0, &status) } == 0
    guard !isThere || status.isRegularFile else {
      throw OutputError.cannotWrite(
        place: path, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    let file: AtomicFile
    do { file = try AtomicFile(path: path) } catch {
      throw OutputError.cannotWrite(place: path, code: error.code ?? EIO)
    }
    do {
      var writer = try AudioFileWriter(
        descriptor: file.descriptor, sampleRate: tones.sampleRate, format: format)
      for frequency in tones.frequencies {
        var samples = ToneSamples(tones.tone, of: frequency, at: tones.sampleRate)
        while case let block = samples.next(), !block.isEmpty { try writer.write(block.span) }
      }
      try writer.finish()
    } catch {
      throw FileFailure(file: printable(path), reason: "\(error)")
    }
    do { try file.commit() } catch { throw OutputError.file(error) }
  }

  private func format() throws(ToneError) -> AudioFileFormat {
    let name = path.split(separator: "/").last ?? ""
    switch name.contains(".") ? name.split(separator: ".").last?.lowercased() : nil {
    case "wav": return AudioFileFormat(.wav, .int24)
    case "flac": return AudioFileFormat(.flac, .int24)
    case "aiff", "aif": return AudioFileFormat(.aiff, .int24)
    case "caf": return AudioFileFormat(.caf, .int24)
    case "au": return AudioFileFormat(.au, .int24)
    case "ogg": return AudioFileFormat(.ogg, .vorbis)
    default:
      throw .unknownEnding(path: path)
    }
  }
}
