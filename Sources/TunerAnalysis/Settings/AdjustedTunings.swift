// SPDX-License-Identifier: MIT

package import TunerRuntime
package import Tuning

/// The tunings of a repository with the stretch and the offsets of a run.
package struct AdjustedTunings: TuningRepository {
  private let repository: any TuningRepository
  private let sources: SettingSources

  /// Adjusts each tuning of a repository.
  ///
  /// - Parameters:
  ///   - repository: the tunings.
  ///   - sources: the settings of the run.
  package init(_ repository: any TuningRepository, by sources: SettingSources) {
    self.repository = repository
    self.sources = sources
  }

  /// Reads every tuning that can be selected.
  ///
  /// - Returns: the tunings in the order of the repository, and its notices.
  package func tunings() -> (tunings: [InstrumentTuning], notices: [StorageNotice]) {
    let (tunings, notices) = repository.tunings()
    return (tunings.map(sources.adjusted), notices)
  }

  /// Finds one tuning.
  ///
  /// - Parameter id: the tuning's id.
  /// - Returns: the tuning; `nil` for an unknown id.
  package func tuning(_ id: String) -> InstrumentTuning? {
    repository.tuning(id).map(sources.adjusted)
  }
}
