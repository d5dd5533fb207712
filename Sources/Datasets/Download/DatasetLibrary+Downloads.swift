// SPDX-License-Identifier: MIT

internal import Foundation

extension DatasetLibrary {
  /// Returns where a set is, or would be.
  public func directory(of set: DownloadSet) -> String { root + "/" + set.name }

  /// Tells from names and lengths alone how much of a set is there.
  ///
  /// - Complexity: one `stat` a file.
  public func presence(of set: DownloadSet) -> Presence {
    let directory = directory(of: set)
    var status = stat()
    guard stat(directory, &status) == 0 else { return .absent }
    guard let installed = InstalledDownload(in: directory), installed.set == set.name,
      installed.version == set.version
    else { return .damaged(missing: set.recordingCount) }
    let missing = installed.files.count { file in
      stat("\(directory)/\(file.path)", &status) != 0 || Int(status.st_size) != file.bytes
    }
    return missing == 0 ? .installed : .damaged(missing: missing)
  }

  /// Compares every file of an installed set with what was there after unpacking.
  ///
  /// - Returns: the number of files, and what is wrong with which, in the order of their paths.
  /// - Throws: `DatasetError.programMissing` or `.programFailed` when checksums can't be made.
  /// - Complexity: reads every file once.
  public func faults(
    of set: DownloadSet
  ) throws(DatasetError) -> (fileCount: Int, faults: [(file: String, fault: Fault)]) {
    let directory = directory(of: set)
    guard let installed = InstalledDownload(in: directory) else {
      return (1, [(InstalledDownload.name, .missing)])
    }
    let digests = try Checksum.sha256(of: installed.files.map { "\(directory)/\($0.path)" })
    var faults: [(file: String, fault: Fault)] = []
    for file in installed.files {
      let path = "\(directory)/\(file.path)"
      guard let digest = digests[path] else {
        faults.append((file.path, .missing))
        continue
      }
      if digest != file.sha256 { faults.append((file.path, .checksum)) }
    }
    return (installed.files.count, faults)
  }

  /// Where a set's archives are until they are unpacked, with what arrived of them so far.
  func downloads(of set: DownloadSet) -> String { "\(root)/.downloads/\(set.name)" }

  /// The bytes of a set's archives that are there from an interrupted download.
  public func keptByteCount(of set: DownloadSet) -> Int {
    set.files.reduce(0) { sum, file in
      var status = stat()
      let path = "\(downloads(of: set))/\(file.name)"
      let isThere = stat(path, &status) == 0 || stat(path + ".part", &status) == 0
      return sum + (isThere ? Int(status.st_size) : 0)
    }
  }
}
