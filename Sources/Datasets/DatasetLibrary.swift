// SPDX-License-Identifier: MIT

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
  /// - Complexity: one `stat` a recording.
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
