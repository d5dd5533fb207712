// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import TunerRuntime

extension SettingsDirectory {
  /// Finds the directory of whoever runs this program.
  ///
  /// - Throws: `TuningLibraryError.noHome` when no variable says where it would be.
  init() throws(TuningLibraryError) {
    try self.init(environment: ProcessInfo.processInfo.environment)
  }
}

extension TuningLibrary {
  /// Names the library of whoever runs this program.
  init() { self.init(directory: try? SettingsDirectory()) }
}
