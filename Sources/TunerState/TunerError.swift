// SPDX-License-Identifier: MIT

/// An error that a player is told.
public enum TunerError: Error, Hashable, Sendable {
  /// Audio cannot be captured.
  case audio(AudioError)
  /// No tuning has that id. The selected one stays.
  case tuningNotFound(id: String)
  /// The selected tuning has no string of that number. The target stays.
  case stringNotFound(position: Int, count: Int)
  /// A capo is not supported at that fret. It stays where it was.
  case capoOutOfReach(fret: Int)
  /// The value of a setting is invalid. The setting stays as it was.
  case settingRefused(SettingDiagnostic)
  /// A choice could not be stored and applies to this run, or the stored settings could not be
  /// read.
  case storage(StorageError)
}

extension TunerError: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
  public var description: String {
    switch self {
    case .audio(let error): error.description
    case .tuningNotFound(let id):
      "There is no tuning \"\(id)\". Choose one from: tuner tunings list"
    case .stringNotFound(let position, let count):
      "There is no string \(position). Choose one from 1 to \(count)."
    case .capoOutOfReach(let fret):
      "A capo at fret \(fret) is out of reach. Choose a fret from 0 to 12."
    case .settingRefused(let diagnostic): diagnostic.description
    case .storage(let error): error.description
    }
  }
}
