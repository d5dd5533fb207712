// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioFile
package import Evaluation
internal import Foundation

extension DatasetLibrary {
  /// Compares every installed recording with its manifest: checksum, rate, channels and length.
  ///
  /// - Returns: the faults in the manifest's order; empty when there is none.
  /// - Throws: `DatasetError.programMissing` or `.programFailed` when checksums can't be computed.
  /// - Complexity: reads every file once.
  package func faults(
    of manifest: DatasetManifest
  ) throws(DatasetError) -> [(recording: DatasetRecording, fault: Fault)] {
    let paths = manifest.recordings.map { path(of: $0, in: manifest) }
    let digests = try Checksum.sha256(of: paths)
    var faults: [(recording: DatasetRecording, fault: Fault)] = []
    for (recording, path) in zip(manifest.recordings, paths) {
      guard let digest = digests[path] else {
        faults.append((recording, Self.absence(at: path)))
        continue
      }
      if digest != recording.sha256 {
        faults.append((recording, .checksum))
      } else if let fault = shapeFault(of: recording, at: path) {
        faults.append((recording, fault))
      }
    }
    return faults
  }

  /// Returns the reason why a file has no checksum: it is missing or can't be read.
  private static func absence(at path: String) -> Fault {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 {
      return errno == ENOENT ? .missing : .unreadable(reason: systemMessage(errno))
    }
    close(descriptor)
    return .unreadable(reason: systemMessage(EISDIR))
  }

  private func shapeFault(of recording: DatasetRecording, at path: String) -> Fault? {
    do throws(AudioFileError) {
      let reader = try AudioFileReader(path: path)
      let expected = recording.reference.sampleRate
      if reader.sampleRate != expected {
        return .shape(reason: "\(reader.sampleRate.hertz) Hz instead of \(expected.hertz)")
      }
      if reader.channelCount != recording.channelCount {
        return .shape(
          reason: "\(reader.channelCount) channels instead of \(recording.channelCount)")
      }
      if reader.promisedFrames != Int64(recording.frameCount) {
        return .shape(reason: "not \(recording.frameCount) samples long")
      }
      return nil
    } catch {
      return .unreadable(reason: error.description)
    }
  }
}

extension DatasetLibrary.Fault: CustomStringConvertible {
  /// A few words for a person.
  package var description: String {
    switch self {
    case .missing: "is missing"
    case .checksum: "is not the file that was measured (wrong SHA-256)"
    case .unreadable(let reason): "can't be read (\(reason))"
    case .shape(let reason): "does not fit its manifest (\(reason))"
    }
  }
}
