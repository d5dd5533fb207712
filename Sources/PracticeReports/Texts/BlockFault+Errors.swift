// SPDX-License-Identifier: MIT

import Glibc
import PracticeGate
import PracticeServices
import Terminal
import TunerDisplay

extension GatePhrase.BlockFault {
  /// Makes the phrase of an error of the hosts file.
  init(_ error: HostsFileError) {
    self =
      switch error {
      case .missing(let path): .missing(path: printable(path))
      case .notPermitted(let path): .notPermitted(path: printable(path))
      case .notAFile(let path): .notAFile(path: printable(path))
      case .readFailed(let path, let code):
        .readFailed(path: printable(path), reason: Self.words(of: code))
      case .writeFailed(let path, let code):
        Self.writeFault(printable(path), code)
      case .changedMeanwhile(let path): .changedMeanwhile(path: printable(path))
      case .watcherFailed(let path, ECHILD): .watcherSilent(path: printable(path))
      case .watcherFailed(let path, let code):
        .watcherFailed(path: printable(path), reason: Self.words(of: code))
      }
  }

  private static func writeFault(_ path: String, _ code: Int32) -> GatePhrase.BlockFault {
    switch code {
    case ENOSPC, EDQUOT: .noRoom(path: path, reason: words(of: code))
    case EBUSY, EXDEV: .isMounted(path: path, reason: words(of: code))
    default: .writeFailed(path: path, reason: words(of: code))
    }
  }

  /// Returns the system's words for an error.
  private static func words(of code: Int32) -> String { String(cString: strerror(code)) }

  /// Makes the phrase of an error of a blocker.
  init(_ error: BlockerError) {
    self =
      switch error {
      case .authorizationFailed: .authorizationFailed
      case .updateFailed(let description): .updateFailed(reason: printable(description))
      case .notAuthorized: .notAuthorized
      }
  }
}
