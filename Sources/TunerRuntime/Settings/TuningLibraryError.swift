// SPDX-License-Identifier: MIT

public import FileStore
public import Tuning

/// The reasons why a tuning can't be found, stored or selected.
public enum TuningLibraryError: Error, Equatable, Sendable {
  /// There is no home directory for settings.
  case noHome
  /// No tuning has this id.
  case unknown(id: String)
  /// A file can't be read.
  case unreadable(path: String, reason: String)
  /// The directory of the player's tunings can't be read.
  case directoryUnreadable(path: String, reason: String)
  /// A file contains no tuning.
  case document(path: String, TuningDocumentError)
  /// The id of a file's tuning differs from the file's name.
  case wrongName(path: String, id: String)
  /// The id belongs to a built-in tuning, or has another meaning.
  case reserved(id: String)
  /// A tuning with this id exists.
  case exists(id: String)
  /// A later version wrote the file, which is not replaced.
  case laterVersion(path: String, version: Int)
  /// A file can't be written.
  case file(FileStoreError)
  /// A directory can't be created.
  case directory(path: String, reason: String)
}

extension TuningLibraryError: CustomStringConvertible {
  /// One sentence for a person that ends with the remedy.
  public var description: String {
    switch self {
    case .noHome: "there is no home directory to keep settings in. Set HOME or XDG_CONFIG_HOME."
    case .unknown(let id):
      "\"\(id.count > 80 ? id.prefix(80) + "…" : id[...])\": there is no such tuning. "
        + "Choose one from: tuner tunings list"
    case .unreadable(let path, let reason):
      "\(path): can't be read (\(reason)). Choose another file."
    case .directoryUnreadable(let path, let reason):
      "\(path): can't be read (\(reason)), so your own tunings are missing. Make it a directory that "
        + "you may read."
    case .document(let path, let error): "\(path): \(error)"
    case .wrongName(let path, let id):
      "\(path): holds the tuning \(id). Name the file \(id).json, or add it again."
    case .reserved(let id): "\"\(id)\" is built in. Give the tuning another id."
    case .exists(let id): "\"\(id)\" is there already. Add --replace, or give another id."
    case .laterVersion(let path, let version):
      "\(path): written by a later version (\(version)). Update the program, or give another id."
    case .file(let error): "\(error). Choose another place, or make room."
    case .directory(let path, let reason):
      "\(path): can't be made (\(reason)). Set XDG_CONFIG_HOME to another place."
    }
  }
}
