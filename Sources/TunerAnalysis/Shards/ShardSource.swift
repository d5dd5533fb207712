// SPDX-License-Identifier: MIT

package import FileStore

/// The recordings of one shard: those of the command line, and then those of a list.
///
/// A list is read as it is needed. Only a hash of each entry of the shard is kept, to find
/// repetitions.
package struct ShardSource: ~Copyable {
  /// The descriptor of the list, to wait for its next entry; `nil` for none.
  let descriptor: Int32?

  private let shard: RecordingShard
  private let named: [RecordingList.Entry]
  private let list: RecordingList?
  private var place = 0
  private var reader: LineReader?
  /// True if the list can be read twice.
  private let isRepeatable: Bool
  private var seen: Set<UInt128> = []

  /// Opens the list.
  ///
  /// - Parameters:
  ///   - named: the recordings of the command line.
  ///   - list: a list; `nil` for none.
  ///   - shard: the shard.
  /// - Throws: `FileStoreError.readFailed`.
  package init(
    _ named: BatchInputs, list: RecordingList?, shard: RecordingShard
  ) throws(FileStoreError) {
    self.shard = shard
    self.named = named.all.map {
      RecordingList.Entry(identity: RecordingIdentity(path: $0.path), problem: $0.problem)
    }
    self.list = list
    if let list {
      let opened = try list.reader()
      isRepeatable = opened.canBeReadAgain
      descriptor = opened.descriptor
      reader = consume opened
    } else {
      isRepeatable = true
      descriptor = nil
    }
  }

  /// Returns the number of entries of the shard; `nil` for a list that can be read only once.
  ///
  /// - Throws: the errors of ``LineReader``.
  func count() throws(FileStoreError) -> Int? {
    var count = named.count { shard.holds($0.identity.digest) }
    guard let list else { return count }
    guard isRepeatable else { return nil }
    var again = try list.reader()
    while let entry = try list.next(&again) {
      if shard.holds(entry.identity.digest) { count += 1 }
    }
    return count
  }

  /// One entry of the shard.
  struct Item {
    let entry: RecordingList.Entry
    let digest: UInt128
    /// True if the list had the same identity before.
    let isRepeated: Bool
  }

  /// Returns the next entry of the shard, or finds that a pipe does not hold it yet.
  ///
  /// - Throws: the errors of ``LineReader``.
  mutating func next() throws(FileStoreError) -> NextElement<Item> {
    while true {
      switch try nextOfAll() {
      case .element(let entry):
        let digest = entry.identity.digest
        guard shard.holds(digest) else { continue }
        return .element(
          Item(entry: entry, digest: digest, isRepeated: !seen.insert(digest).inserted))
      case .notYet: return .notYet
      case .end: return .end
      }
    }
  }

  private mutating func nextOfAll() throws(FileStoreError) -> NextElement<RecordingList.Entry> {
    if place < named.count {
      place += 1
      return .element(named[place - 1])
    }
    guard let list, var open = reader.take() else { return .end }
    let entry: NextElement<RecordingList.Entry>
    do throws(FileStoreError) { entry = try list.nextWithoutWaiting(&open) } catch {
      reader = consume open
      throw error
    }
    reader = consume open
    return entry
  }
}
