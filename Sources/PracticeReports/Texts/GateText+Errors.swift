// SPDX-License-Identifier: MIT

import FileStore
import PracticeGate
import PracticeGoals
import PracticeServices
import Terminal
import TunerDisplay

extension GateText {
  /// Returns an error as a sentence for a person.
  ///
  /// - Parameter error: the error.
  /// - Returns: the sentence in the language; the error's own words if the catalogue has no phrase
  ///   for it. They may quote another program, so they are not yet safe for a terminal.
  package func sentence(about error: any Error) -> String {
    phrase(of: error).map { printable(say($0)) } ?? "\(error)"
  }

  private func phrase(of error: any Error) -> GatePhrase? {
    switch error {
    case let error as PracticeDataError: .dataFault(GatePhrase.DataFault(error))
    case let error as JournalError: .dataFault(.file(PracticeDataError.Fault(error)))
    case let error as HealthExportError: .dataFault(.file(PracticeDataError.Fault(error)))
    case let error as BlockerError: .blockFault(GatePhrase.BlockFault(error))
    case let error as HostsFileError: .blockFault(GatePhrase.BlockFault(error))
    case let error as GateFileError: error.linkLoop.map { .linkLoop(path: $0) }
    case let error as FileStoreError: error.linkLoop.map { .linkLoop(path: $0) }
    default: nil
    }
  }
}
