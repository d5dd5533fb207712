// SPDX-License-Identifier: MIT

extension RandomAccessFile {
  /// Opens a sound font.
  init(soundFont path: String) throws(SoundFontError) {
    do {
      self = try RandomAccessFile(path: path)
    } catch {
      throw SoundFontError(error)
    }
  }

  /// Reads exactly `count` bytes of a sound font from `offset` on.
  func bytes(_ count: Int, at offset: UInt64) throws(SoundFontError) -> [UInt8] {
    do {
      return try read(count, at: offset)
    } catch {
      throw SoundFontError(error)
    }
  }
}

extension SoundFontError {
  fileprivate init(_ error: RandomAccessError) {
    switch error {
    case .openFailed(let code): self = .openFailed(code: code)
    case .endsEarly(let offset, let required, let actual):
      self = .endsEarly(offset: offset, required: required, actual: actual)
    }
  }
}
