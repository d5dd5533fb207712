// SPDX-License-Identifier: MIT

/// How the recordings of a downloaded set, and what is known of their pitch, are found by name.
///
/// `Datasets/<name>/README.md` writes out each rule.
public enum DownloadLayout: Hashable, Sendable {
  /// Excerpts with a JAMS file of the same name.
  case guitarSet
  /// Long recordings with a MIDI file of the same name.
  case guitarTechs
  /// One note a file, named after string and fret.
  case egfxSet

  /// Tells whether a member of an archive is kept.
  ///
  /// - Parameter path: its path inside the archive.
  /// - Returns: whether it is a recording or an annotation.
  func wants(_ path: String) -> Bool {
    let steps = path.split(separator: "/")
    // What macOS adds to archives.
    guard let name = steps.last, !name.hasPrefix("."), steps.first != "__MACOSX" else {
      return false
    }
    return switch self {
    case .guitarSet: GuitarSetLayout.wants(String(name))
    case .guitarTechs: GuitarTechsLayout.wants(steps.map(String.init))
    case .egfxSet: name.hasSuffix(".wav")
    }
  }

  /// Describes what was unpacked.
  ///
  /// - Parameters:
  ///   - files: paths of the kept members, each inside the directory of its archive, sorted.
  ///   - directory: where these directories are.
  ///   - progress: called with the number of recordings described and of all.
  /// - Returns: one description for each recording, in the order of their paths.
  /// - Throws: `DownloadError.contentsUnexpected` for a recording without an annotation, a file that
  ///   can't be read, or no recording at all; `.step(.interrupted)`.
  func describe(
    _ files: [String], in directory: String, progress: (Int, Int) -> Void
  ) throws(DownloadError) -> [DescribedRecording] {
    let recordings = files.filter { $0.hasSuffix(".wav") }
    guard !recordings.isEmpty else {
      throw .contentsUnexpected(file: directory, reason: "holds no recordings")
    }
    var described: [DescribedRecording] = []
    for (index, path) in recordings.enumerated() {
      if Interruption.isPending { throw .step(.interrupted) }
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
