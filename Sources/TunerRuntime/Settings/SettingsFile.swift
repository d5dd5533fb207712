// SPDX-License-Identifier: MIT

public import FileStore
public import TunerState

/// The settings in `settings.json`, which other programs may share.
public struct SettingsFile: SettingsRepository {
  private let file: KeptFile

  /// Makes a repository for a file.
  public init(path: String) { file = KeptFile(path: path) }

  /// Finds the file.
  ///
  /// - Throws: `StorageError.noHome`.
  public init(in directories: UserDirectories) throws(StorageError) {
    do throws(FileStoreError) {
      self.init(path: try directories.configuration() + "/settings.json")
    } catch {
      throw StorageError(error)
    }
  }

  /// The path of the file, which may not exist.
  public var path: String { file.path }

  /// Reads the settings, and leaves an unreadable file in place.
  ///
  /// - Returns: the known settings, and notices for the player.
  /// - Throws: `StorageError` when the system refuses the read.
  public func read() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice]) {
    guard let bytes = try attempting({ () throws(FileStoreError) in try file.read() }) else {
      return ([:], [])
    }
    guard let document = SettingsDocument(bytes) else {
      return ([:], [.unreadable(place: path, reason: SettingsDocument.fault(of: bytes))])
    }
    return (document.stored, notices(on: document))
  }

  /// Reads the settings, and moves an unreadable file aside.
  ///
  /// - Returns: the known settings, and notices for the player.
  /// - Throws: `StorageError` when the system refuses the read.
  public func load() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice]) {
    let found = try read()
    guard case .unreadable? = found.notices.first else { return found }
    var mended: (stored: StoredSettings, notices: [StorageNotice])?
    var fault = ""
    do throws(FileStoreError) {
      let aside = try file.update { bytes in
        guard let bytes else { return .keep }
        guard let document = SettingsDocument(bytes) else {
          fault = SettingsDocument.fault(of: bytes)
          return .setAside(then: nil)
        }
        // Another program repaired the file first.
        mended = (document.stored, notices(on: document))
        return .keep
      }
      if let mended { return mended }
      guard let aside else { return ([:], []) }
      return ([:], [.setAside(place: path, to: aside, reason: fault)])
    } catch {
      return found
    }
  }

  /// Stores one value, keeps all others unchanged, and moves an unreadable file aside.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: its setting.
  /// - Returns: the notices for the player.
  /// - Throws: `StorageError`, `.laterVersion` for a document of a later version; the file is
  ///   unchanged then.
  public func store(
    _ value: StoredValue, for key: SettingKey
  ) throws(StorageError) -> [StorageNotice] {
    var fault = ""
    var laterVersion: Int?
    let aside = try attempting { () throws(FileStoreError) in
      try file.update { bytes in
        let old = bytes.map(SettingsDocument.init)
        var document = (old ?? nil) ?? SettingsDocument()
        // A value may have another meaning in a later version.
        laterVersion = document.laterVersion
        if laterVersion != nil { return .keep }
        document.set(value, for: key)
        switch old {
        case .some(.none):
          fault = bytes.map(SettingsDocument.fault) ?? ""
          return .setAside(then: document.bytes)
        case .some(.some(document)): return .keep
        case .some(.some), .none: return .replace(document.bytes)
        }
      }
    }
    if let laterVersion { throw .laterVersion(place: path, version: laterVersion) }
    return aside.map { [.setAside(place: path, to: $0, reason: fault)] } ?? []
  }

  private func notices(on document: SettingsDocument) -> [StorageNotice] {
    document.laterVersion.map { [.laterVersion(place: path, version: $0)] } ?? []
  }

  private func attempting<Value>(
    _ body: () throws(FileStoreError) -> Value
  ) throws(StorageError) -> Value {
    do throws(FileStoreError) { return try body() } catch { throw StorageError(error) }
  }
}
