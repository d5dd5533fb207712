// SPDX-License-Identifier: MIT

internal import Foundation

/// An installer of sets from their publishers' archives: it downloads, checks, unpacks, describes,
/// and moves the set into place in one step.
package struct DownloadInstaller {
  /// The progress of an installation.
  package enum Step: Hashable, Sendable {
    /// The installation begins.
    case beginning
    /// Another process is installing this set, and the result may be the same.
    case waiting
    /// A file is being downloaded, with the received and the total bytes, if known.
    case fetching(file: String, byteCount: Int, of: Int?)
    /// The checksum of a file is being computed.
    case checking(file: String)
    /// A file is being unpacked, with the unpacked bytes.
    case unpacking(file: String, byteCount: Int)
    /// Recordings are being described, with the number done and of all.
    case describing(Int, of: Int)
    /// A signal interrupted the download; the received bytes are kept.
    case interrupted(keptByteCount: Int)
  }

  private let library: DatasetLibrary
  private let options: DownloadOptions

  /// Makes an installer for `library`.
  package init(library: DatasetLibrary, options: DownloadOptions = DownloadOptions()) {
    self.library = library
    self.options = options
  }

  /// Installs a set unless it is installed.
  ///
  /// A second installer of the same set waits for the first and uses its result. A failure leaves
  /// the installed set as it was. Downloaded files are kept until they are unpacked.
  ///
  /// - Parameters:
  ///   - set: the set.
  ///   - progress: called repeatedly.
  /// - Returns: true if anything was installed.
  /// - Throws: `DownloadError`.
  @discardableResult
  package func install(
    _ set: DownloadSet, progress: (Step) -> Void = { _ in }
  ) throws(DownloadError) -> Bool {
    if library.presence(of: set) == .installed { return false }
    progress(.beginning)
    let lock = try DownloadError.wrapping(
      try DirectoryLock(library.downloads(of: set)) { progress(.waiting) })
    if library.presence(of: set) == .installed { return false }
    try holdingBackSignals(set, progress) { () throws(DownloadError) in
      try fetch(set, progress: progress)
    }
    // Locks the library only now, so that other sets can be installed during the download. A signal
    // during this wait ends the process at once, and there is nothing to remove.
    let whole = try DownloadError.wrapping(
      try DirectoryLock(library.root) { progress(.waiting) })
    try holdingBackSignals(set, progress) { () throws(DownloadError) in
      try putInPlace(set, progress: progress)
    }
    for file in set.files { unlink("\(library.downloads(of: set))/\(file.name)") }
    whole.release()
    lock.release()
    return true
  }

  /// Defers signals until temporary files are removed, and reports what is kept.
  private func holdingBackSignals(
    _ set: DownloadSet, _ progress: (Step) -> Void, _ body: () throws(DownloadError) -> Void
  ) throws(DownloadError) {
    // Made before the temporary files, so that signals are released after their removal.
    let deferral = SignalDeferral()
    do throws(DownloadError) {
      try body()
    } catch {
      if error == .step(.interrupted) {
        progress(.interrupted(keptByteCount: library.keptByteCount(of: set)))
      }
      throw error
    }
    deferral.end()
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
    let scratch = try DownloadError.wrapping(try ScratchDirectory(in: library.root))
    let unpacked = try DownloadError.wrapping(try scratch.subdirectory("recordings"))
    try unpack(set, from: library.downloads(of: set), into: unpacked, progress: progress)
    try describe(set, in: UnpackedDirectory(path: unpacked), progress: progress)
    if SignalDeferral.isPending { throw .step(.interrupted) }
    try DownloadError.wrapping(
      try scratch.replace(library.directory(of: set), with: unpacked))
  }

  private func unpack(
    _ set: DownloadSet, from downloads: String, into directory: String, progress: (Step) -> Void
  ) throws(DownloadError) {
    for file in set.files {
      let part = "\(directory)/\(file.stem)"
      try DownloadError.wrapping(try FileStep.makeDirectory(part))
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
