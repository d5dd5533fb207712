// SPDX-License-Identifier: MIT

/// The properties of a format in which one file holds the records of many recordings, each record
/// with the name of its recording.
struct AppendedRecords: Sendable {
  /// Returns the first line of a file of these records; `nil` if the file begins with a record.
  let opening: (@Sendable (OutputContent) -> String)?
  /// Returns the bytes of a name in a record.
  let name: @Sendable (String) -> [UInt8]
}
