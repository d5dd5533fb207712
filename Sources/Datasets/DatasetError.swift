// SPDX-License-Identifier: MIT

package import AudioFile
package import Evaluation
package import FileStore
internal import Foundation

/// The reasons why a set of recordings can't be listed, installed or checked.
package enum DatasetError: Error, Hashable, Sendable {
  /// No set has this name.
  case unknown(name: String, known: [String])
  /// A manifest that is not JSON of its schema.
  case manifestUnreadable(name: String, reason: String)
  /// A manifest with an invalid value.
  case manifestInvalid(ManifestError)
  /// A directory for the files can't be found or made.
  case store(FileStoreError)
  /// A file operation of an installation failed; `code` is the system's errno.
  case fileFailed(path: String, code: Int32)
  /// No temporary file can be made; `code` is the system's errno.
  case scratchFailed(directory: String, code: Int32)
  /// A required program is not installed.
  case programMissing(name: String, package: String)
  /// A required program failed; `message` is the end of its standard error.
  case programFailed(name: String, status: Int32, message: String)
  /// A signal interrupted the installation.
  case interrupted
  /// A fetched file has another checksum than its manifest.
  case checksumWrong(file: String, expected: String, actual: String)
  /// A package lacks a file, because its version is not the one that was measured.
  case notInPackage(file: String, package: String, expectedVersion: String)
  /// The sound font can't be read.
  case soundFont(file: String, SoundFontError)
  /// The Gravis patch can't be read.
  case patch(file: String, GravisPatchError)
  /// A recording can't be written.
  case recordingFailed(file: String, AudioFileError)
}

extension DatasetError: CustomStringConvertible {
  /// One or two sentences for a person that end with the remedy when there is one.
  package var description: String {
    switch self {
    case .unknown(let name, let known):
      "there is no dataset \"\(name)\". Choose from: \(known.joined(separator: ", "))"
    case .manifestUnreadable(let name, let reason):
      "the manifest of \(name) can't be read (\(reason))"
    case .manifestInvalid(let error): error.description
    case .store(let error): error.description
    case .fileFailed(let path, let code): "\(path): \(errorText(code))\(Self.remedy(for: code))"
    case .scratchFailed(let directory, let code):
      "no temporary file can be made in \(directory): \(errorText(code)). "
        + "Set TMPDIR to a directory in which you may write"
    case .interrupted: "interrupted. Nothing was installed"
    case .programMissing(let name, let package):
      "\(name) is needed and not installed. Install it: apt-get install \(package)"
    case .programFailed(let name, let status, let message):
      "\(name) failed with status \(status)\(message.isEmpty ? "" : ": \(message)")"
        + Self.remedy(for: message)
    case .checksumWrong(let file, let expected, let actual):
      "\(file) is not the file that was measured (SHA-256 \(actual) instead of \(expected)). "
        + "Nothing was installed"
    case .notInPackage(let file, let package, let version):
      "the package \(package) holds no \(file). Install from a registry that has version \(version)"
    case .soundFont(let file, let error): "\(file): \(error)"
    case .patch(let file, let error): "\(file): \(error)"
    case .recordingFailed(let file, let error): "\(file): \(error)"
    }
  }

  /// Returns the remedy for a file that can't be used.
  private static func remedy(for code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: ". Free some space and try again"
    case EACCES, EPERM, EROFS, ENOTDIR, ENOENT: ". Choose another place by XDG_CACHE_HOME"
    default: ""
    }
  }

  /// Returns the remedy for a common message of another program.
  private static func remedy(for message: String) -> String {
    let remedies = [
      (["No space left on device", "Disk quota exceeded"], "Free some space and try again"),
      (
        [
          "name resolution", "Temporary failure resolving", "Failed to establish a new connection",
          "Could not connect", "Network is unreachable", "timed out", "Connection failed",
        ], "Check the network connection and try again"
      ),
      (["Unable to locate package"], "Check that the system's package sources are Debian's"),
    ]
    for (signs, remedy) in remedies where signs.contains(where: message.contains) {
      return ". \(remedy)"
    }
    return ""
  }
}
