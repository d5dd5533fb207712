// SPDX-License-Identifier: MIT

import Glibc
import PracticeGate
import PracticeServices
import Terminal
import TunerDisplay

extension GatePhrase.BlockFault {
  /// Makes the phrase of an error of the hosts file.
  init(_ error: HostsFileError) {
    let text = HostsFileError.systemText
    self =
      switch error {
      case .missing(let path): .missing(path: printable(path))
      case .notPermitted(let path): .notPermitted(path: printable(path))
      case .notAFile(let path): .notAFile(path: printable(path))
      case .readFailed(let path, ELOOP), .writeFailed(let path, ELOOP):
        .linkLoop(path: printable(path))
      case .readFailed(let path, let code):
        .readFailed(path: printable(path), reason: text(code))
      case .writeFailed(let path, let code):
        switch HostsFileError.WriteFault(code) {
        case .noRoom: .noRoom(path: printable(path), reason: text(code))
        case .isMounted: .isMounted(path: printable(path), reason: text(code))
        case .other: .writeFailed(path: printable(path), reason: text(code))
        }
      case .changedMeanwhile(let path): .changedMeanwhile(path: printable(path))
      case .watcherFailed(let path, ECHILD): .watcherSilent(path: printable(path))
      case .watcherFailed(let path, let code):
        .watcherFailed(path: printable(path), reason: text(code))
      }
  }

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
