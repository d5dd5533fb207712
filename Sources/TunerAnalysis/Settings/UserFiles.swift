// SPDX-License-Identifier: MIT

import FileStore
import Foundation
package import TunerRuntime

extension SettingsDirectory {
  /// Finds the directory of the user who runs this program.
  ///
  /// - Throws: `TuningLibraryError.noHome` when no variable says where it would be.
  package init() throws(TuningLibraryError) {
    try self.init(environment: ProcessInfo.processInfo.environment)
  }
}

extension TuningLibrary {
  /// Names the library of the user who runs this program.
  package init() { self.init(directory: try? SettingsDirectory()) }
}
