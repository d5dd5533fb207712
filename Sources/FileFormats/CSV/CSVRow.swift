// SPDX-License-Identifier: MIT

/// Returns one record with a line feed at its end, as Unix tools expect.
///
/// Fields with a quote, a comma or a line end are quoted (RFC 4180 §2).
package func csvRow(_ fields: [String]) -> String {
  fields.map(quoted).joined(separator: ",") + "\n"
}

private func quoted(_ field: String) -> String {
  guard field.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return field }
  let pieces = field.split(separator: "\"", omittingEmptySubsequences: false)
  return "\"\(pieces.joined(separator: "\"\""))\""
}
