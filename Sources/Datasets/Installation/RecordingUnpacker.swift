// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioFile
internal import Evaluation
internal import Foundation

/// Extracts recordings from fetched files, each by the decoder that its origin names.
struct RecordingUnpacker {
  /// The destination of the recordings.
  let directory: String

  /// Unpacks recordings from one file.
  ///
  /// - Parameters:
  ///   - recordings: the wanted recordings.
  ///   - file: the fetched and verified file.
  ///   - workspace: an empty directory on the same file system.
  /// - Throws: `DatasetError`; the unpacked recordings are not yet verified.
  func unpack(
    _ recordings: [DatasetRecording], from file: String, by workspace: String
  ) throws(DatasetError) {
    var members: [(path: String, name: String)] = []
    var samples: [(index: Int, recording: DatasetRecording)] = []
    var patchSamples: [(index: Int, recording: DatasetRecording)] = []
    for recording in recordings {
      switch recording.origin {
      case .member(let path): members.append((path, recording.file))
      case .sample(let index, _): samples.append((index, recording))
      case .patchSample(let index, _): patchSamples.append((index, recording))
      case .whole: try copy(file, to: path(of: recording))
      }
    }
    if !members.isEmpty { try extract(members, from: file, by: workspace) }
    if !samples.isEmpty { try cut(samples, fromFont: file) }
    if !patchSamples.isEmpty { try cut(patchSamples, fromPatch: file) }
  }

  private func path(of recording: DatasetRecording) -> String { directory + "/" + recording.file }

  /// Copies a file, which may belong to the system.
  private func copy(_ file: String, to place: String) throws(DatasetError) {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw .fileFailed(path: file, code: errno)
    }
    guard FileManager.default.createFile(atPath: place, contents: data) else {
      throw .fileFailed(path: place, code: errno)
    }
  }

  private func extract(
    _ members: [(path: String, name: String)], from file: String, by workspace: String
  ) throws(DatasetError) {
    try TarArchive(path: file).extract(members.map(\.path), into: workspace)
    for member in members {
      try FileStep.renamePlainFile("\(workspace)/\(member.path)", to: "\(directory)/\(member.name)")
    }
  }

  /// Extracts samples from a sound font.
  private func cut(
    _ samples: [(index: Int, recording: DatasetRecording)], fromFont file: String
  ) throws(DatasetError) {
    func reading<Value: ~Copyable>(
      _ body: () throws(SoundFontError) -> Value
    ) throws(DatasetError) -> Value {
      do { return try body() } catch { throw .soundFont(file: Self.name(of: file), error) }
    }
    let font = try reading { () throws(SoundFontError) in try SoundFont(path: file) }
    for (index, recording) in samples {
      try write(try reading { () throws(SoundFontError) in try font.read(index) }, as: recording)
    }
  }

  /// Extracts samples from a Gravis patch.
  private func cut(
    _ samples: [(index: Int, recording: DatasetRecording)], fromPatch file: String
  ) throws(DatasetError) {
    func reading<Value: ~Copyable>(
      _ body: () throws(GravisPatchError) -> Value
    ) throws(DatasetError) -> Value {
      do { return try body() } catch { throw .patch(file: Self.name(of: file), error) }
    }
    let patch = try reading { () throws(GravisPatchError) in try GravisPatch(path: file) }
    for (index, recording) in samples {
      try write(try reading { () throws(GravisPatchError) in try patch.read(index) }, as: recording)
    }
  }

  /// Writes a 16-bit WAV file at the recording's own rate.
  private func write(
    _ points: [Float], as recording: DatasetRecording
  ) throws(DatasetError) {
    if SignalDeferral.isPending { throw .interrupted }
    do throws(AudioFileError) {
      var writer = try AudioFileWriter(
        path: path(of: recording), sampleRate: recording.reference.sampleRate, format: .wavInt16)
      try writer.write(points.span)
      try writer.finish()
    } catch {
      throw .recordingFailed(file: recording.file, error)
    }
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
