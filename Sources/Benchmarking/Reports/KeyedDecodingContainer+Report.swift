// SPDX-License-Identifier: MIT

extension KeyedDecodingContainer {
  /// Reads the schema of a report.
  ///
  /// - Parameters:
  ///   - required: the schema that the report must have.
  ///   - key: its key.
  /// - Returns: the schema.
  /// - Throws: `DecodingError` for another schema.
  func decode(schema required: String, forKey key: Key) throws -> String {
    let schema = try decode(String.self, forKey: key)
    guard schema == required else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "It is \(schema), not \(required).")
    }
    return schema
  }

  /// Checks the places of results in the list of a run.
  ///
  /// - Parameters:
  ///   - places: the place of each result.
  ///   - isBefore: compares two successive places.
  ///   - count: the number of items of the run.
  ///   - key: the key of the results.
  /// - Throws: `DecodingError` if they are not in their order, or beyond the end of the list.
  func check(
    order places: [Int], _ isBefore: (Int, Int) -> Bool, of count: Int, forKey key: Key
  ) throws {
    guard zip(places, places.dropFirst()).allSatisfy(isBefore),
      places.allSatisfy((0..<count).contains)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "The results are not in their order.")
    }
  }
}
