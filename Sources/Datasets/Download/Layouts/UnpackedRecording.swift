// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioFile

/// An unpacked audio file, and what its header says.
struct UnpackedRecording {
  /// The path inside the set's directory.
  let path: String
  let sampleRate: Int
  /// Seconds.
  let duration: Double

  /// Reads the header.
  ///
  /// - Throws: `DownloadError.contentsUnexpected` when it is no recording.
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

  /// The directories that it is in, from the outermost, and its name without what it ends in.
  var steps: [String] {
    var steps = path.split(separator: "/").map(String.init)
    if let name = steps.popLast() { steps.append(String(name.dropLast(".wav".count))) }
    return steps
  }

  /// The name without what it ends in.
  var stem: String { steps.last ?? path }
}
