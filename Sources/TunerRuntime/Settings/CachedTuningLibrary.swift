// SPDX-License-Identifier: MIT

internal import Foundation
internal import Synchronization
package import Tuning

/// The tunings of a library with a cache, which reads a file again only after a change.
///
/// Two threads may use it at once. The check for changes reads the directory but no file.
package final class CachedTuningLibrary: TuningRepository {
  private struct Reading {
    var listing: Listing
    var tunings: [InstrumentTuning]
    var notices: [StorageNotice]
  }

  /// The versions of the files in the directory, or the reason why it can't be read.
  private struct Listing: Equatable {
    var marks: [Mark] = []
    var fault: TuningLibraryError?
  }

  /// The identity of a file's version.
  private struct Mark: Hashable {
    var name: String
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
    var inode: UInt64
  }

  private let library: TuningLibrary
  private let reading = Mutex<Reading?>(nil)

  /// Makes an empty cache.
  package init(_ library: TuningLibrary) { self.library = library }

  /// Reads every tuning that can be selected.
  ///
  /// - Returns: the built-in tunings in the order of a list, then the player's own by id, and
  ///   notices of invalid files and of a directory that can't be read.
  package func tunings() -> (tunings: [InstrumentTuning], notices: [StorageNotice]) {
    reading.withLock { reading in
      let listing = listing()
      if let reading, reading.listing == listing { return (reading.tunings, reading.notices) }
      let own = library.own()
      let tunings = InstrumentTuning.presets + own.tunings
      let notices = own.errors.map { StorageNotice.tuningUnreadable(reason: "\($0)") }
      reading = Reading(listing: listing, tunings: tunings, notices: notices)
      return (tunings, notices)
    }
  }

  /// Finds one tuning.
  ///
  /// - Parameter id: the tuning's id.
  /// - Returns: the tuning; `nil` for an unknown id.
  package func tuning(_ id: String) -> InstrumentTuning? {
    InstrumentTuning.preset(id) ?? tunings().tunings.first { $0.id == id }
  }

  private func listing() -> Listing {
    guard let directory = library.directory?.tuningsDirectory else { return Listing() }
    let names: [String]
    do throws(TuningLibraryError) { names = try library.fileNames() } catch {
      return Listing(fault: error)
    }
    let marks: [Mark] = names.compactMap { name in
      var status = stat()
      guard stat("\(directory)/\(name)", &status) == 0 else { return nil }
      return Mark(
        name: name, size: Int64(status.st_size), seconds: Int(status.st_mtim.tv_sec),
        nanoseconds: Int(status.st_mtim.tv_nsec), inode: UInt64(status.st_ino))
    }
    return Listing(marks: marks)
  }
}
