// SPDX-License-Identifier: MIT

/// What a player is told went wrong.
public enum TunerError: Error, Hashable, Sendable {
  /// Nothing can be heard.
  case audio(AudioError)
  /// There is no tuning of that id; the selected one stays.
  case tuningNotFound(id: String)
  /// The selected tuning has no string of that number; what is tuned stays.
  case stringNotFound(position: Int, count: Int)
  /// A capo can't sit there; it stays where it was.
  case capoOutOfReach(fret: Int)
  /// A setting can't be what was asked for; it stays as it was.
  case settingRefused(SettingDiagnostic)
  /// A choice counts for this run, but could not be kept; or what was kept could not be read.
  case storage(StorageError)
}

extension TunerError: CustomStringConvertible {
  /// One sentence for a person, which ends in the remedy.
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
