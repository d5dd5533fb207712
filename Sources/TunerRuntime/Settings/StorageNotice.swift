// SPDX-License-Identifier: MIT

/// Something that a player should know about what is kept, though it goes on.
public enum StorageNotice: Hashable, Sendable {
  /// The settings could not be read; they were put aside, and the defaults count.
  case setAside(place: String, to: String, reason: String)
  /// The settings could not be read, nor put aside; the defaults count.
  case unreadable(place: String, reason: String)
  /// A later version wrote the settings: what is known counts, and the rest is kept.
  case fromTheFuture(place: String, version: Int)
  /// A file holds no tuning; the others can be selected.
  case tuningUnreadable(reason: String)
}

extension StorageNotice: CustomStringConvertible {
  /// One sentence for a person, which ends in the remedy.
  public var description: String {
    switch self {
    case .setAside(let place, let aside, let reason):
      "\(place): \(reason), so the defaults count. What it held is in \(aside)."
    case .unreadable(let place, let reason):
      "\(place): \(reason), so the defaults count. Mend it, or remove it."
    case .fromTheFuture(let place, let version):
      "\(place): written by a later version (\(version)); what it has that is not known is kept."
    case .tuningUnreadable(let reason): reason
    }
  }
}
