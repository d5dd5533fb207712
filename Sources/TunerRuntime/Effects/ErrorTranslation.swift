// SPDX-License-Identifier: MIT

package import FileStore
internal import Foundation
import Glibc
package import TunerState

extension AudioError {
  /// Makes an unknown error with the description of a source's error.
  package init(_ error: some Error) {
    self = .unknown(description: "\(error)")
  }
}

extension StorageError {
  /// Translates an error of the file store for a player.
  package init(_ error: FileStoreError) {
    switch error {
    case .noHome: self = .noHome
    case .tooLarge(let path, let required):
      self = .unreadable(place: path, reason: "over \(required.upperBound) bytes")
    case .refused(let path, let reason): self = .unreadable(place: path, reason: "\(reason)")
    case .lockHeld: self = .unknown(description: "\(error).")
    case .readFailed(let path, let code):
      self = .unreadable(place: path, reason: errorText(code))
    case .directoryFailed(let path, let code), .lockFailed(let path, let code),
      .setAsideFailed(let path, let code), .createFailed(let path, let code),
      .writeFailed(let path, let code), .replaceFailed(let path, let code):
      switch code {
      case EACCES, EPERM, EROFS: self = .readOnly(place: path)
      case ENOSPC, EDQUOT, EFBIG: self = .full(place: path)
      default: self = .unknown(description: "\(error). Set XDG_CONFIG_HOME to another place.")
      }
    }
  }
}
