// SPDX-License-Identifier: MIT

internal import Foundation

extension DatasetLibrary {
  /// Returns the directory of a set, whether it is installed or not.
  package func directory(of set: DownloadSet) -> String { root + "/" + set.name }

  /// Returns the completeness of a set, judged by the names and lengths of its files.
  ///
  /// - Complexity: one `stat` per file.
  package func presence(of set: DownloadSet) -> Presence {
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

  /// Compares every file of an installed set with its state after unpacking.
  ///
  /// - Returns: the number of files, and the faults in the order of paths.
  /// - Throws: `DatasetError.programMissing` or `.programFailed` when checksums can't be computed.
  /// - Complexity: reads every file once.
  package func faults(
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

  /// Returns the directory of a set's archives and partial downloads until they are unpacked.
  func downloads(of set: DownloadSet) -> String { "\(root)/.downloads/\(set.name)" }

  /// Returns the length of a set's partial downloads in bytes.
  package func keptByteCount(of set: DownloadSet) -> Int {
    set.files.reduce(0) { sum, file in
      var status = stat()
      let path = "\(downloads(of: set))/\(file.name)"
      let isThere = stat(path, &status) == 0 || stat(path + ".part", &status) == 0
      return sum + (isThere ? Int(status.st_size) : 0)
    }
  }
}
