// SPDX-License-Identifier: MIT

public import Evaluation
public import FileStore
internal import Foundation

/// The directory in which sets of recordings are installed, one directory each.
public struct DatasetLibrary: Sendable {
  /// How much of a set is there.
  public enum Presence: Hashable, Sendable {
    /// Every file is there with its length.
    case installed
    /// Some files are missing or have another length.
    case damaged(missing: Int)
    /// Nothing is there.
    case absent
  }

  /// What is wrong with an installed recording.
  public enum Fault: Hashable, Sendable {
    /// The file is not there.
    case missing
    /// Its contents are not those that were measured.
    case checksum
    /// It can't be read as a recording.
    case unreadable(reason: String)
    /// Its rate, channels or length are not those of the manifest.
    case shape(reason: String)
  }

  /// Where the sets are.
  public let root: String

  /// Makes the library in `root`.
  public init(root: String) { self.root = root }

  /// Makes the library in the user's cache directory.
  ///
  /// - Throws: `DatasetError.store` when there is no home.
  public init(_ directories: UserDirectories) throws(DatasetError) {
    do {
      root = try directories.cache() + "/datasets"
    } catch {
      throw .store(error)
    }
  }

  /// Returns where a set is, or would be.
  public func directory(of manifest: DatasetManifest) -> String { root + "/" + manifest.name }

  /// Returns where a recording is, or would be.
  public func path(of recording: DatasetRecording, in manifest: DatasetManifest) -> String {
    directory(of: manifest) + "/" + recording.file
  }

  /// Returns where an installed set keeps a copy of its manifest, so that its directory explains
  /// itself wherever it is moved.
  public func manifestPath(of manifest: DatasetManifest) -> String {
    directory(of: manifest) + "/manifest.json"
  }

  /// Tells from names and lengths alone how much of a set is there.
  ///
  /// - Complexity: one `stat` a recording.
  public func presence(of manifest: DatasetManifest) -> Presence {
    var status = stat()
    guard stat(directory(of: manifest), &status) == 0 else { return .absent }
    let missing = manifest.recordings.count { recording in
      stat(path(of: recording, in: manifest), &status) != 0
        || Int(status.st_size) != recording.byteCount
    }
    return missing == 0 ? .installed : .damaged(missing: missing)
  }
}
