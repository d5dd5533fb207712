// SPDX-License-Identifier: MIT

/// The rule that finds the recordings of a downloaded set and their annotations by name.
///
/// `Datasets/<name>/README.md` documents each rule.
package enum DownloadLayout: Hashable, Sendable {
  /// Excerpts with a JAMS file of the same name.
  case guitarSet
  /// Long recordings with a MIDI file of the same name.
  case guitarTechs
  /// One note in each file, named after string and fret.
  case egfxSet

  /// Returns true to keep a member of an archive.
  ///
  /// - Parameter path: its path in the archive.
  /// - Returns: true if it is a recording or an annotation.
  func wants(_ path: String) -> Bool {
    let steps = path.split(separator: "/")
    // macOS adds these members to archives.
    guard let name = steps.last, !name.hasPrefix("."), steps.first != "__MACOSX" else {
      return false
    }
    return switch self {
    case .guitarSet: GuitarSetLayout.wants(String(name))
    case .guitarTechs: GuitarTechsLayout.wants(steps.map(String.init))
    case .egfxSet: name.hasSuffix(".wav")
    }
  }

  /// Describes the unpacked recordings.
  ///
  /// - Parameters:
  ///   - files: paths of the kept members, each inside the directory of its archive, sorted.
  ///   - directory: the parent of these directories.
  ///   - progress: called with the number of described recordings and of all.
  /// - Returns: one description for each recording, in the order of their paths.
  /// - Throws: `DownloadError.contentsUnexpected` for a recording without an annotation, a file
  ///   that can't be read, or no recording at all; `.step(.interrupted)`.
  func describe(
    _ files: [String], in directory: String, progress: (Int, Int) -> Void
  ) throws(DownloadError) -> [DescribedRecording] {
    let recordings = files.filter { $0.hasSuffix(".wav") }
    guard !recordings.isEmpty else {
      throw .contentsUnexpected(file: directory, reason: "holds no recordings")
    }
    var described: [DescribedRecording] = []
    for (index, path) in recordings.enumerated() {
      if SignalDeferral.isPending { throw .step(.interrupted) }
      let recording = try UnpackedRecording(path, in: directory)
      switch self {
      case .guitarSet:
        described.append(try GuitarSetLayout.describe(recording, among: files, in: directory))
      case .guitarTechs:
        described.append(try GuitarTechsLayout.describe(recording, among: files, in: directory))
      case .egfxSet: described.append(try EGFxSetLayout.describe(recording))
      }
      progress(index + 1, recordings.count)
    }
    return described
  }
}
