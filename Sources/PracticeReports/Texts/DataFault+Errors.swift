// SPDX-License-Identifier: MIT

package import PracticeGoals
package import TunerDisplay

extension GatePhrase.DataFault {
  /// Makes the phrase of an error of practice or health data.
  package init(_ error: PracticeDataError) {
    self =
      switch error {
      case .notAvailable: .notAvailable
      case .authorizationDenied: .accessDenied
      case .queryFailed(let description, nil): .unreadable(reason: description)
      case .queryFailed(_, let fault?): .file(fault)
      }
  }
}
