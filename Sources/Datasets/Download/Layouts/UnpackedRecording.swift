// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioFile

/// An unpacked audio file with the data of its header.
struct UnpackedRecording {
  /// The path in the set's directory.
  let path: String
  let sampleRate: Int
  /// The duration in seconds.
  let duration: Double

  /// Reads the header.
  ///
  /// - Throws: `DownloadError.contentsUnexpected` when the file is not a recording.
  init(_ path: String, in directory: String) throws(DownloadError) {
    do throws(AudioFileError) {
      let reader = try AudioFileReader(path: "\(directory)/\(path)")
      let rate = reader.sampleRate.hertz
      guard let frames = reader.promisedFrames, frames > 0 else { throw .empty }
      self.path = path
      sampleRate = Int(rate)
      duration = Double(frames) / Double(rate)
    } catch {
      throw .contentsUnexpected(file: path, reason: "can't be read as a recording: \(error)")
    }
  }

  /// The components of the path from the outermost directory to the name without its extension.
  var steps: [String] {
    var steps = path.split(separator: "/").map(String.init)
    if let name = steps.popLast() { steps.append(String(name.dropLast(".wav".count))) }
    return steps
  }

  /// The name without its extension.
  var stem: String { steps.last ?? path }
}
