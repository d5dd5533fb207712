// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioFile
package import Evaluation
package import FileStore
internal import Foundation

/// The directory of installed sets of recordings, one subdirectory each.
package struct DatasetLibrary: Sendable {
  /// The completeness of an installed set.
  package enum Presence: Hashable, Sendable {
    /// Every file exists with its length.
    case installed
    /// Some files are missing or have another length.
    case damaged(missing: Int)
    /// No file exists.
    case absent
  }

  /// A fault of an installed recording.
  package enum Fault: Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// The checksum differs from the manifest.
    case checksum
    /// It can't be read as a recording.
    case unreadable(reason: String)
    /// The rate, channels or length differ from the manifest.
    case shape(reason: String)
  }

  /// The path of the directory.
  package let root: String

  /// Makes the library in `root`.
  package init(root: String) { self.root = root }

  /// Makes the library in the user's cache directory.
  ///
  /// - Throws: `DatasetError.store` when there is no home directory.
  package init(_ directories: UserDirectories) throws(DatasetError) {
    do {
      root = try directories.cache() + "/datasets"
    } catch {
      throw .store(error)
    }
  }

  /// Returns the directory of a set, whether it is installed or not.
  package func directory(of manifest: DatasetManifest) -> String { root + "/" + manifest.name }

  /// Returns the path of a recording, whether it is installed or not.
  package func path(of recording: DatasetRecording, in manifest: DatasetManifest) -> String {
    directory(of: manifest) + "/" + recording.file
  }

  /// Returns the path of a set's copy of its manifest, which keeps the directory self-describing
  /// when it is moved.
  package func manifestPath(of manifest: DatasetManifest) -> String {
    directory(of: manifest) + "/manifest.json"
  }

  /// Returns the completeness of a set, judged by the names and lengths of its files.
  ///
  /// - Complexity: one `stat` per recording.
  package func presence(of manifest: DatasetManifest) -> Presence {
    var status = stat()
    guard stat(directory(of: manifest), &status) == 0 else { return .absent }
    let missing = manifest.recordings.count { recording in
      stat(path(of: recording, in: manifest), &status) != 0
        || Int(status.st_size) != recording.byteCount
    }
    return missing == 0 ? .installed : .damaged(missing: missing)
  }
}

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
      return errno == ENOENT ? .missing : .unreadable(reason: errorText(errno))
    }
    close(descriptor)
    return .unreadable(reason: errorText(EISDIR))
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
