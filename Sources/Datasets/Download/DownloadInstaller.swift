// SPDX-License-Identifier: MIT

internal import Foundation

/// Installs sets from their publishers' archives: fetch, check, unpack, describe, and put in place at
/// once.
public struct DownloadInstaller {
  /// What is being done, for a person who waits.
  public enum Step: Hashable, Sendable {
    /// There is something to do.
    case beginning
    /// Somebody else is installing this set, and their work may be this one's.
    case waiting
    /// A file is being fetched: so many bytes are there, of so many if that is known.
    case fetching(file: String, byteCount: Int, of: Int?)
    /// A file's checksum is being compared.
    case checking(file: String)
    /// A file is being unpacked; so many bytes are.
    case unpacking(file: String, byteCount: Int)
    /// Recordings are being described by their annotations: so many of so many are.
    case describing(Int, of: Int)
    /// The process was asked to end; so many bytes are kept for the next time.
    case interrupted(keptByteCount: Int)
  }

  private let library: DatasetLibrary
  private let options: DownloadOptions

  /// Prepares to install into `library`.
  public init(library: DatasetLibrary, options: DownloadOptions = DownloadOptions()) {
    self.library = library
    self.options = options
  }

  /// Installs a set, unless it is there.
  ///
  /// A second installer of the same set waits for the first and finds its work done. Whatever happens,
  /// the installed set is whole or as it was; what was fetched is kept until it is unpacked.
  ///
  /// - Parameters:
  ///   - set: what to install.
  ///   - progress: called again and again.
  /// - Returns: whether there was anything to do.
  /// - Throws: `DownloadError`.
  @discardableResult
  public func install(
    _ set: DownloadSet, progress: (Step) -> Void = { _ in }
  ) throws(DownloadError) -> Bool {
    if library.presence(of: set) == .installed { return false }
    progress(.beginning)
    let lock = try DownloadError.wrapping { () throws(DatasetError) in
      try DirectoryLock(library.downloads(of: set)) { progress(.waiting) }
    }
    if library.presence(of: set) == .installed { return false }
    try holdingBackSignals(set, progress) { () throws(DownloadError) in
      try fetch(set, progress: progress)
    }
    // Only now the library as a whole: other sets may be installed while this one is fetched. A signal
    // that comes while we wait ends the process at once, and finds nothing to clear away.
    let whole = try DownloadError.wrapping { () throws(DatasetError) in
      try DirectoryLock(library.root) { progress(.waiting) }
    }
    try holdingBackSignals(set, progress) { () throws(DownloadError) in
      try putInPlace(set, progress: progress)
    }
    for file in set.files { unlink("\(library.downloads(of: set))/\(file.name)") }
    whole.release()
    lock.release()
    return true
  }

  /// Lets a signal end the process only when everything has been cleared away, and says what is kept.
  private func holdingBackSignals(
    _ set: DownloadSet, _ progress: (Step) -> Void, _ body: () throws(DownloadError) -> Void
  ) throws(DownloadError) {
    // Made before what has to be cleared away, and so let through after it.
    let interruption = Interruption()
    do throws(DownloadError) {
      try body()
    } catch {
      if error == .step(.interrupted) {
        progress(.interrupted(keptByteCount: library.keptByteCount(of: set)))
      }
      throw error
    }
    interruption.end()
  }

  private func fetch(_ set: DownloadSet, progress: (Step) -> Void) throws(DownloadError) {
    let downloads = library.downloads(of: set)
    let missing = max(0, set.downloadByteCount - library.keptByteCount(of: set))
    try FreeSpace.require(missing + set.installedByteCount, in: library.root)
    let downloader = Downloader(options: options)
    for file in set.files {
      _ = try downloader.fetch(file, into: downloads) { state in
        switch state {
        case .received(let count, let total):
          progress(.fetching(file: file.name, byteCount: count, of: total))
        case .checking: progress(.checking(file: file.name))
        }
      }
    }
  }

  private func putInPlace(_ set: DownloadSet, progress: (Step) -> Void) throws(DownloadError) {
    let scratch = try DownloadError.wrapping { () throws(DatasetError) in
      try ScratchDirectory(in: library.root)
    }
    let unpacked = try DownloadError.wrapping { () throws(DatasetError) in
      try scratch.subdirectory("recordings")
    }
    try unpack(set, from: library.downloads(of: set), into: unpacked, progress: progress)
    try describe(set, in: UnpackedDirectory(path: unpacked), progress: progress)
    if Interruption.isPending { throw .step(.interrupted) }
    try DownloadError.wrapping { () throws(DatasetError) in
      try scratch.replace(library.directory(of: set), with: unpacked)
    }
  }

  private func unpack(
    _ set: DownloadSet, from downloads: String, into directory: String, progress: (Step) -> Void
  ) throws(DownloadError) {
    for file in set.files {
      let part = "\(directory)/\(file.stem)"
      try DownloadError.wrapping { () throws(DatasetError) in try FileStep.makeDirectory(part) }
      try ArchiveFile(directory: downloads, file: file)
        .unpack(into: UnpackedDirectory(path: part), wants: set.layout.wants) { count in
          progress(.unpacking(file: file.name, byteCount: count))
        }
    }
  }

  private func describe(
    _ set: DownloadSet, in directory: UnpackedDirectory, progress: (Step) -> Void
  ) throws(DownloadError) {
    let files = try directory.files()
    let recordings = try set.layout.describe(files, in: directory.path) {
      progress(.describing($0, of: $1))
    }
    for recording in recordings {
      guard let track = recording.track else { continue }
      try directory.makeFile(recording.trackPath).append(Array(track.text.utf8)[...])
    }
    let manifest = CorpusManifest.text(recordings, licence: set.licence)
    try directory.makeFile(CorpusManifest.name).append(Array(manifest.utf8)[...])
    let installed = try InstalledDownload(
      of: set, files: try directory.files(), in: directory.path)
    try directory.makeFile(InstalledDownload.name).append(installed.json()[...])
  }
}
