// SPDX-License-Identifier: MIT

internal import FileStore
internal import Foundation
public import Tuning

/// The built-in tunings and the player's own, each in a file.
public struct TuningLibrary: Sendable {
  /// The ids that a player's tuning can't have, because they have another meaning.
  private static let reserved = [
    TargetSelection.chromatic.id, InstrumentTuning.literalID, automaticID,
  ]
  /// The word for a tuning that the notes of recordings determine.
  public static let automaticID = "auto"
  /// The largest file that is read as a tuning, in bytes.
  private static let largestFile = 1 << 20

  /// The directory of the player's tunings; `nil` without a home directory.
  public let directory: SettingsDirectory?

  /// Makes a library.
  public init(directory: SettingsDirectory?) { self.directory = directory }

  /// Returns a tuning by its id.
  ///
  /// - Throws: `TuningLibraryError.unknown`, or the fault of its file.
  public func tuning(_ id: String) throws(TuningLibraryError) -> InstrumentTuning {
    if let preset = InstrumentTuning.preset(id) { return preset }
    guard let directory, Self.isName(id) else { throw .unknown(id: id) }
    let path = "\(directory.tuningsDirectory)/\(id).json"
    guard FileManager.default.fileExists(atPath: path) else { throw .unknown(id: id) }
    let tuning = try Self.read(path)
    guard tuning.id == id else { throw .wrongName(path: path, id: tuning.id) }
    return tuning
  }

  /// Returns true if a tuning has this id, even if its file is invalid.
  ///
  /// - Parameter id: the tuning's id.
  /// - Returns: true if the id is in use.
  public func contains(_ id: String) -> Bool {
    guard InstrumentTuning.preset(id) == nil else { return true }
    guard let directory, Self.isName(id) else { return false }
    return FileManager.default.fileExists(atPath: "\(directory.tuningsDirectory)/\(id).json")
  }

  /// Returns the player's own tunings by id, and the errors of the directory and of invalid files.
  public func own() -> (tunings: [InstrumentTuning], errors: [TuningLibraryError]) {
    var found: (tunings: [InstrumentTuning], errors: [TuningLibraryError]) = ([], [])
    let names: [String]
    do throws(TuningLibraryError) { names = try fileNames() } catch { return ([], [error]) }
    for name in names where name.hasSuffix(".json") && !name.hasPrefix(".") {
      do throws(TuningLibraryError) {
        found.tunings.append(try tuning(String(name.dropLast(".json".count))))
      } catch {
        found.errors.append(error)
      }
    }
    return found
  }

  /// Returns the names in the directory of the player's tunings, sorted.
  ///
  /// - Returns: the names; none without a home directory, and before the directory is made.
  /// - Throws: `TuningLibraryError.directoryUnreadable`.
  package func fileNames() throws(TuningLibraryError) -> [String] {
    guard let path = directory?.tuningsDirectory else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch CocoaError.fileReadNoSuchFile {
      return []
    } catch {
      throw .directoryUnreadable(path: path, reason: Self.reason(of: error))
    }
  }

  /// Stores a tuning of the player's own in one atomic step.
  ///
  /// - Parameters:
  ///   - tuning: the tuning.
  ///   - isReplacing: true to replace a tuning with the same id.
  /// - Returns: the path of the file.
  /// - Throws: `TuningLibraryError`; the stored tunings are unchanged then.
  public func add(
    _ tuning: InstrumentTuning, isReplacing: Bool
  ) throws(TuningLibraryError) -> String {
    guard InstrumentTuning.preset(tuning.id) == nil, !Self.reserved.contains(tuning.id) else {
      throw .reserved(id: tuning.id)
    }
    guard let directory else { throw .noHome }
    guard isReplacing || !contains(tuning.id) else { throw .exists(id: tuning.id) }
    let path = "\(directory.tuningsDirectory)/\(tuning.id).json"
    if isReplacing, let bytes = try? Self.bytes(of: path),
      let version = SchemaNumber.later(in: bytes, than: 1, of: "tuner.tuning/")
    {
      throw .laterVersion(path: path, version: version)
    }
    try Self.makeDirectory(directory.tuningsDirectory)
    try Self.write(TuningDocument(tuning).text, to: path)
    return path
  }

  // MARK: - Files

  /// Reads the document at `path`, or on standard input for `-`.
  ///
  /// - Throws: `TuningLibraryError.unreadable` or `.document`.
  public static func read(_ path: String) throws(TuningLibraryError) -> InstrumentTuning {
    let bytes = try bytes(of: path)
    do throws(TuningDocumentError) {
      return try TuningDocument(bytes).tuning
    } catch {
      throw .document(path: FilePath.inputName(path), error)
    }
  }

  /// Reads a whole small file.
  ///
  /// - Throws: `TuningLibraryError.unreadable`.
  public static func bytes(of path: String) throws(TuningLibraryError) -> [UInt8] {
    let isInput = path == "-"
    let descriptor = isInput ? STDIN_FILENO : PathText.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .unreadable(path: path, reason: reason(ofCode: errno))
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: !isInput)
    do {
      let data = try handle.read(upToCount: largestFile + 1) ?? Data()
      if data.count > largestFile {
        throw CocoaError(.fileReadTooLarge)
      }
      return Array(data)
    } catch {
      throw .unreadable(path: path, reason: reason(of: error))
    }
  }

  private static func makeDirectory(_ path: String) throws(TuningLibraryError) {
    do throws(FileStoreError) {
      try UserDirectories.make(path)
    } catch {
      throw .directory(path: path, reason: reason(ofCode: error.code ?? EIO))
    }
  }

  private static func write(_ text: String, to path: String) throws(TuningLibraryError) {
    do throws(FileStoreError) {
      var file = try AtomicFile(path: path)
      try file.write(text)
      try file.commit()
    } catch {
      throw .file(error)
    }
  }

  private static func reason(of error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: return reason(ofCode: ENOENT)
    case .fileReadNoPermission, .fileWriteNoPermission: return reason(ofCode: EACCES)
    case .fileReadTooLarge: return "it is over a megabyte"
    default:
      let underlying = (error as? CocoaError)?.underlying as? POSIXError
      return underlying.map { reason(ofCode: $0.code.rawValue) } ?? "it is not a readable file"
    }
  }

  private static func reason(ofCode code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such file"
    case EACCES: "permission denied"
    default: errorText(code)
    }
  }

  /// Returns true if an id is valid as part of a file name, and contains no path.
  private static func isName(_ id: String) -> Bool {
    !id.isEmpty
      && id.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
  }
}
