// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioFile
package import Evaluation
internal import FileStore
internal import Foundation

/// An installer of sets into a library: it fetches, checks, unpacks, and moves a set into place in
/// one step.
package struct DatasetInstaller {
  /// The progress of an installation.
  package enum Step: Hashable, Sendable {
    /// Another process is installing, and the result may be the same.
    case waiting
    /// Files of a package are being fetched from its registry.
    case fetching([DatasetSource])
    /// Recordings are being unpacked.
    case unpacking(count: Int)
    /// Checksums are being verified.
    case checking(count: Int)
  }

  private let library: DatasetLibrary
  private let registry: (DatasetSource.Registry) -> any PackageRegistry

  /// Makes an installer for `library` with the registries that manifests name.
  package init(library: DatasetLibrary) {
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

  /// Installs a set unless it is installed.
  ///
  /// A second installer waits for the first and uses its result. A failure leaves the library as it
  /// was. So does a signal that ends the process, because temporary files are removed first.
  ///
  /// - Parameters:
  ///   - manifest: the set.
  ///   - document: the text of the manifest, kept as a copy with the recordings; `nil` keeps none.
  ///     An installed set without a copy receives one.
  ///   - progress: called before each step.
  /// - Returns: true if anything was installed.
  /// - Throws: `DatasetError`.
  @discardableResult
  package func install(
    _ manifest: DatasetManifest, document: String? = nil, progress: (Step) -> Void = { _ in }
  ) throws(DatasetError) -> Bool {
    if try isComplete(manifest, document) { return false }
    let lock = try DirectoryLock(library.root) { progress(.waiting) }
    if try isComplete(manifest, document) { return false }
    try installLocked(manifest, document, progress: progress)
    lock.release()
    return true
  }

  /// Returns true if all recordings are installed, and if so writes a missing copy of the manifest.
  private func isComplete(
    _ manifest: DatasetManifest, _ document: String?
  ) throws(DatasetError) -> Bool {
    guard library.presence(of: manifest) == .installed else { return false }
    let path = library.manifestPath(of: manifest)
    if let document, FileManager.default.contents(atPath: path) != Data(document.utf8) {
      do throws(FileStoreError) {
        var file = try AtomicFile(path: path)
        try file.write(document)
        try file.commit()
      } catch {
        throw .store(error)
      }
    }
    return true
  }

  private func installLocked(
    _ manifest: DatasetManifest, _ document: String?, progress: (Step) -> Void
  ) throws(DatasetError) {
    // Made before the temporary files, so that signals are released after their removal.
    let deferral = SignalDeferral()
    try installInterruptibly(manifest, document, progress: progress)
    deferral.end()
  }

  private func installInterruptibly(
    _ manifest: DatasetManifest, _ document: String?, progress: (Step) -> Void
  ) throws(DatasetError) {
    let scratch = try ScratchDirectory(in: library.root)
    let files = try fetch(manifest.sources, by: scratch, progress: progress)
    progress(.unpacking(count: manifest.recordings.count))
    let recordings = try scratch.subdirectory("recordings")
    let unpacker = RecordingUnpacker(directory: recordings)
    for (number, (source, file)) in files.enumerated() {
      let wanted = manifest.recordings.filter { manifest.source(of: $0) == source }
      try unpacker.unpack(wanted, from: file, by: scratch.subdirectory("archive-\(number)"))
    }
    progress(.checking(count: manifest.recordings.count))
    try check(manifest, in: recordings)
    if let document {
      let path = recordings + "/manifest.json"
      guard FileManager.default.createFile(atPath: path, contents: Data(document.utf8)) else {
        throw .fileFailed(path: path, code: errno)
      }
    }
    try scratch.replace(library.directory(of: manifest), with: recordings)
  }

  /// Fetches all files by package, each package in its own directory.
  private func fetch(
    _ sources: [DatasetSource], by scratch: borrowing ScratchDirectory, progress: (Step) -> Void
  ) throws(DatasetError) -> [(source: DatasetSource, path: String)] {
    var files: [(source: DatasetSource, path: String)] = []
    var pending = sources
    while let first = pending.first {
      let package = pending.filter { $0.isOfSamePackage(as: first) }
      pending.removeAll { $0.isOfSamePackage(as: first) }
      progress(.fetching(package))
      let download = try scratch.subdirectory("download-\(files.count)")
      for source in package {
        let path = try registry(source.registry).fetch(source, into: download)
        try Checksum.check(path, is: source.sha256)
        files.append((source, path))
      }
    }
    return files
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
