// SPDX-License-Identifier: MIT

import Foundation
import Tuning

/// The tuning that a player has chosen for good: one key of the settings' file.
///
/// Whatever else the file holds is kept as it is.
struct TuningChoice {
  private static let key = "selectedTuningID"

  let directory: SettingsDirectory

  /// The chosen id; `nil` when none was chosen or the file can't tell.
  var id: String? {
    guard let data = FileManager.default.contents(atPath: directory.settingsFile),
      let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return nil }
    return object[Self.key] as? String
  }

  /// Chooses a tuning.
  ///
  /// - Throws: `TuningLibraryError`; the file is as it was then.
  func choose(_ id: String) throws(TuningLibraryError) {
    var object: [String: Any] = [:]
    if FileManager.default.fileExists(atPath: directory.settingsFile) {
      let bytes = try TuningLibrary.bytes(of: directory.settingsFile)
      guard let old = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
        throw .brokenSettings(path: directory.settingsFile)
      }
      object = old
    }
    object[Self.key] = id
    guard
      let data = try? JSONSerialization.data(
        withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    else { throw .brokenSettings(path: directory.settingsFile) }
    try TuningLibrary.makeDirectory(directory.path)
    try TuningLibrary.write(
      String(decoding: data, as: UTF8.self) + "\n", to: directory.settingsFile)
  }
}
