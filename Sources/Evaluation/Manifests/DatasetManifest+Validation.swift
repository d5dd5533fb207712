// SPDX-License-Identifier: MIT

internal import Acoustics

extension DatasetManifest {
  /// The valid range of reference pitches, in hertz.
  private static let frequencies = 20.0...5000.0
  /// The largest difference of a reference from the nominal note: a detuned note, not another note.
  private static let nominalReach = Cents(150)
  /// The suffixes of audio files.
  private static let audioSuffixes = [".wav", ".flac", ".aiff", ".aif", ".ogg", ".mp3"]
  /// The valid lengths of files: up to a tebibyte, so that no sum of them overflows.
  private static let byteCounts = 1...(1 << 40)
  /// The tolerated difference of the duration and the frame count, in seconds.
  private static let durationSlack = 1e-3

  /// Validates every value of the manifest.
  ///
  /// - Throws: `ManifestError` for the first invalid value.
  /// - Complexity: O(recordings).
  package func validate() throws(ManifestError) {
    try check(schema == Self.schema, "schema", "is \(schema), and only \(Self.schema) can be read")
    try check(isName(name), "name", "must be lower-case letters, digits and hyphens")
    var sourceFiles: Set<[UInt8]> = []
    for source in sources {
      try validate(source)
      try check(
        sourceFiles.insert(Array(source.file.utf8)).inserted, "source.file", "stands there twice")
    }
    try check(!recordings.isEmpty, "recordings", "must not be empty")
    var files: Set<[UInt8]> = []
    for recording in recordings {
      try check(
        files.insert(Array(recording.file.utf8)).inserted, "file", "stands there twice", recording)
      try validateFile(of: recording)
      try validateReference(of: recording)
    }
  }

  private func validate(_ source: DatasetSource) throws(ManifestError) {
    try check(
      isPackageWord(source.package), "source.package",
      "must be letters, digits and ._+-~:, a letter or digit first")
    try check(
      isPackageWord(source.version), "source.version",
      "must be letters, digits and ._+-~:, a letter or digit first")
    try check(isDigest(source.sha256), "source.sha256", "must be 64 hexadecimal digits")
    try check(
      Self.byteCounts.contains(source.byteCount), "source.bytes", "must be 1 to 1099511627776")
    try check(isRelativePath(source.file), "source.file", "must stay inside its package")
  }

  /// Finds the fault of one recording beside others of this set.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - files: the files of the valid recordings before it, as bytes.
  /// - Returns: the fault; `nil` when the recording is valid.
  func fault(of recording: DatasetRecording, beside files: Set<[UInt8]>) -> ManifestError? {
    do throws(ManifestError) {
      try check(
        !files.contains(Array(recording.file.utf8)), "file", "stands there twice", recording)
      try validateFile(of: recording)
      try validateReference(of: recording)
      return nil
    } catch {
      return error
    }
  }

  private func validateFile(of recording: DatasetRecording) throws(ManifestError) {
    try check(
      isFileName(recording.file), "file",
      "must be the name of an audio file (\(Self.audioSuffixes.joined(separator: " "))) without a directory",
      recording)
    try check(
      isDigest(recording.sha256), "sha256", "must be 64 hexadecimal digits", recording)
    try check(
      Self.byteCounts.contains(recording.byteCount), "bytes", "must be 1 to 1099511627776",
      recording)
    try check((1...64).contains(recording.channelCount), "channels", "must be 1 to 64", recording)
    try check(
      SampleRate.supported.contains(recording.reference.sampleRate), "sample_rate",
      "must be 8000 to 192000", recording)
    let seconds = Double(recording.frameCount) / Double(recording.reference.sampleRate.hertz)
    try check(
      recording.frameCount > 0 && abs(seconds - recording.reference.duration) < Self.durationSlack,
      "duration_s", "must be frames / sample_rate", recording)
    switch recording.origin {
    case .member(let path):
      try check(isRelativePath(path), "origin.member", "must stay inside its archive", recording)
    case .sample(let index, _):
      try check((0...65535).contains(index), "origin.sample", "must be 0 to 65535", recording)
    case .patchSample(let index, _):
      try check((0...254).contains(index), "origin.patch_sample", "must be 0 to 254", recording)
    case .whole: break
    }
    try check(
      sources.isEmpty || source(of: recording) != nil, "origin.file",
      "must be one of the set's sources", recording)
    if let annotation = recording.annotation {
      try check(
        isRelativePath(annotation.file), "annotation.file", "must stay inside its directory",
        recording)
      try check(
        annotation.sha256.map(isDigest) ?? true, "annotation.sha256",
        "must be 64 hexadecimal digits", recording)
    }
  }

  private func validateReference(of recording: DatasetRecording) throws(ManifestError) {
    let reference = recording.reference
    try check(
      reference.nominalNote.map { (12...108).contains($0) } ?? true, "midi", "must be 12 to 108",
      recording)
    try check(
      recording.string.map { (1...12).contains($0) } ?? true, "string", "must be 1 to 12", recording
    )
    try check(
      recording.fret.map { (0...30).contains($0) } ?? true, "fret", "must be 0 to 30", recording)
    let pitches = [
      ("partial1_hz", reference.firstPartial), ("f1_hz", reference.fit),
      ("period_hz", reference.period),
    ]
    for (field, pitch) in pitches {
      guard let pitch else { continue }
      try check(
        Self.frequencies.contains(pitch.value), field, "must be 20 to 5000", recording)
    }
    if let period = reference.period, let note = reference.nominalNote {
      let nominal = Hertz(440).raised(by: Cents(100 * Double(note - 69)))
      try check(
        period.interval(above: nominal).magnitude <= Self.nominalReach, "period_hz",
        "is more than \(Self.nominalReach.value) cents from the nominal note", recording)
    }
    try check(
      reference.spread.map { $0.value >= 0 } ?? true, "spread_cents", "must not be negative",
      recording)
    try check(
      reference.onset.map { (0...reference.duration).contains($0) } ?? true, "onset_s",
      "must lie within the recording", recording)
    try check(
      reference.steady.map { $0.lowerBound >= 0 && $0.upperBound <= reference.duration + 0.01 }
        ?? true,
      "steady_end_s", "must lie within the recording", recording)
  }

  private func check(
    _ holds: Bool, _ field: String, _ reason: String, _ recording: DatasetRecording? = nil
  ) throws(ManifestError) {
    guard !holds else { return }
    throw ManifestError(
      manifest: name, recording: recording?.file, field: field, reason: reason)
  }

  private func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
      }
  }

  /// Returns true if a registry's client can only read the text as a package name or a version.
  private func isPackageWord(_ text: String) -> Bool {
    let others = Array("._+-~:".utf8)
    return text.utf8.allSatisfy { isLetterOrDigit($0) || others.contains($0) }
      && (text.utf8.first.map(isLetterOrDigit) ?? false)
  }

  private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private func isFileName(_ text: String) -> Bool {
    !text.utf8.contains { $0 < 0x20 || $0 == 0x2F || $0 == 0x7F } && !text.hasPrefix(".")
      && Self.audioSuffixes.contains { text.lowercased().hasSuffix($0) }
  }

  private func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private func isRelativePath(_ path: String) -> Bool {
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    return !steps.contains { $0.isEmpty || $0 == ".." || $0 == "." } && !path.utf8.contains(0)
  }
}
