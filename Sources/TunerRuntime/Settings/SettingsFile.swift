// SPDX-License-Identifier: MIT

public import FileStore
public import TunerState

/// The settings in `settings.json`, shared with every other program that keeps something there.
public struct SettingsFile: SettingsRepository {
  private let file: KeptFile

  /// Names the file.
  ///
  /// - Parameter path: where it is, or will be.
  public init(path: String) { file = KeptFile(path: path) }

  /// Finds the file.
  ///
  /// - Parameter directories: where a user's files are.
  /// - Throws: `StorageError.noHome`.
  public init(in directories: UserDirectories) throws(StorageError) {
    do throws(FileStoreError) {
      self.init(path: try directories.configuration() + "/settings.json")
    } catch {
      throw StorageError(error)
    }
  }

  /// Where it is, or will be.
  public var path: String { file.path }

  /// Reads the settings, and leaves a file that can't be read where it is.
  ///
  /// - Returns: the known keys that are there, and what a player should know.
  /// - Throws: `StorageError` when the system refuses to read.
  public func read() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice]) {
    guard let bytes = try attempting({ () throws(FileStoreError) in try file.read() }) else {
      return ([:], [])
    }
    guard let document = SettingsDocument(bytes) else {
      return ([:], [.unreadable(place: path, reason: Self.reason)])
    }
    return (document.stored, notices(on: document))
  }

  /// Reads the settings, and sets a file aside that can't be read.
  ///
  /// - Returns: the known keys that are there, and what a player should know.
  /// - Throws: `StorageError` when the system refuses to read.
  public func load() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice]) {
    let found = try read()
    guard case .unreadable? = found.notices.first else { return found }
    var mended: (stored: StoredSettings, notices: [StorageNotice])?
    do throws(FileStoreError) {
      let aside = try file.update { bytes in
        guard let bytes else { return .keep }
        guard let document = SettingsDocument(bytes) else { return .setAside(then: nil) }
        // Another program was faster.
        mended = (document.stored, notices(on: document))
        return .keep
      }
      if let mended { return mended }
      guard let aside else { return ([:], []) }
      return ([:], [.setAside(place: path, to: aside, reason: Self.reason)])
    } catch {
      return found
    }
  }

  /// Keeps one value, and whatever else is kept as it is.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: its setting.
  /// - Throws: `StorageError`; the file is as it was then.
  public func store(_ value: StoredValue, for key: SettingKey) throws(StorageError) {
    _ = try keep(value, for: key)
  }

  /// Keeps one value, and whatever else is kept as it is; a file that can't be read is set aside.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: its setting.
  /// - Returns: what a player should know.
  /// - Throws: `StorageError`; the file is as it was then.
  public func keep(
    _ value: StoredValue, for key: SettingKey
  ) throws(StorageError) -> [StorageNotice] {
    let aside = try attempting { () throws(FileStoreError) in
      try file.update { bytes in
        let old = bytes.map(SettingsDocument.init)
        var document = (old ?? nil) ?? SettingsDocument()
        document.set(value, for: key)
        switch old {
        case .some(.none): return .setAside(then: document.bytes)
        case .some(.some(document)): return .keep
        case .some(.some), .none: return .replace(document.bytes)
        }
      }
    }
    return aside.map { [.setAside(place: path, to: $0, reason: Self.reason)] } ?? []
  }

  private static let reason = "not a JSON object"

  private func notices(on document: SettingsDocument) -> [StorageNotice] {
    guard let version = document.version, version > SettingsDocument.version else { return [] }
    return [.fromTheFuture(place: path, version: version)]
  }

  private func attempting<Value>(
    _ body: () throws(FileStoreError) -> Value
  ) throws(StorageError) -> Value {
    do throws(FileStoreError) { return try body() } catch { throw StorageError(error) }
  }
}
