// SPDX-License-Identifier: MIT

import CFaults
import Foundation
import Glibc

/// The possible states of a disk after a power cut: synced data is present, and any part of the
/// rest.
///
/// Names and contents are separate: a synced file without its name is lost, and a name may belong
/// to a file whose contents are not yet on disk. Changes of names reach the disk in order.
final class Disk {
  /// The fate of contents that were not synced.
  enum Loss: CaseIterable {
    case nothing, everything, half, zeros
  }

  private struct Contents {
    var synced: [UInt8] = []
    var present: [UInt8] = []
    var isDirectory = false
  }

  private enum NameChange {
    case set(directory: UInt, name: String, inode: UInt)
    case remove(directory: UInt, name: String)
    case several([NameChange])
  }

  private var contents: [UInt: Contents] = [:]
  /// The entries on disk, by directory and name.
  private var synced: [UInt: [String: UInt]] = [:]
  private var present: [UInt: [String: UInt]] = [:]
  /// The changes of names that are not synced, in order.
  private var pending: [NameChange] = []
  private let root: UInt

  /// Takes the contents of a directory as the contents of the disk.
  init(holding path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { throw CocoaError(.fileNoSuchFile) }
    root = UInt(status.st_ino)
    try take(path, root)
    present = synced
  }

  private func take(_ path: String, _ inode: UInt) throws {
    contents[inode] = Contents(isDirectory: true)
    synced[inode] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0 else { continue }
      let child = UInt(status.st_ino)
      synced[inode]?[name] = child
      if status.st_mode & S_IFMT == S_IFDIR {
        try take("\(path)/\(name)", child)
      } else {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
        contents[child] = Contents(synced: bytes, present: bytes)
      }
    }
  }

  // MARK: - What is done

  /// Applies one event, and ignores events outside the directory.
  func follow(_ event: headstock_event) {
    let inode = UInt(event.inode)
    switch event.kind {
    case headstock_made: make(inode, event)
    case headstock_written: write(event, to: inode)
    case headstock_cut: cut(inode, to: Int(event.offset))
    case headstock_synced: sync(inode, isDirectory: event.is_directory != 0)
    case headstock_linked, headstock_unlinked, headstock_renamed, headstock_exchanged:
      changeNames(event, of: inode)
    default: break
    }
  }

  private func make(_ inode: UInt, _ event: headstock_event) {
    if let name = event.name.map({ String(cString: $0) }) {
      let directory = UInt(event.directory)
      guard present[directory] != nil else { return }
      change(.set(directory: directory, name: name, inode: inode))
    }
    contents[inode] = Contents(isDirectory: event.is_directory != 0)
    if event.is_directory != 0 { (present[inode], synced[inode]) = ([:], [:]) }
  }

  private func write(_ event: headstock_event, to inode: UInt) {
    guard var file = contents[inode] else { return }
    let offset = Int(event.offset)
    let count = Int(event.count)
    if file.present.count < offset + count {
      file.present += [UInt8](repeating: 0, count: offset + count - file.present.count)
    }
    let bytes = UnsafeRawBufferPointer(start: event.bytes, count: count)
    file.present.replaceSubrange(offset..<(offset + count), with: bytes)
    contents[inode] = file
  }

  private func cut(_ inode: UInt, to length: Int) {
    guard var file = contents[inode] else { return }
    file.present = Array(file.present.prefix(length))
    file.present += [UInt8](repeating: 0, count: length - file.present.count)
    contents[inode] = file
  }

  private func sync(_ inode: UInt, isDirectory: Bool) {
    if isDirectory {
      guard present[inode] != nil else { return }
      // Earlier changes in other directories are on disk with it, as with any journal.
      pending.removeAll()
      synced = present
    } else if let file = contents[inode] {
      contents[inode]?.synced = file.present
    }
  }

  private func changeNames(_ event: headstock_event, of inode: UInt) {
    let directory = UInt(event.directory)
    guard let name = event.name.map({ String(cString: $0) }), present[directory] != nil else {
      return
    }
    if event.kind == headstock_linked {
      return change(.set(directory: directory, name: name, inode: inode))
    }
    let removal = NameChange.remove(directory: directory, name: name)
    if event.kind == headstock_unlinked { return change(removal) }
    let other = UInt(event.other_directory)
    guard let otherName = event.other_name.map({ String(cString: $0) }),
      let first = present[directory]?[name], present[other] != nil
    else { return }
    let set = NameChange.set(directory: other, name: otherName, inode: first)
    if event.kind == headstock_exchanged, let second = present[other]?[otherName] {
      change(.several([set, .set(directory: directory, name: name, inode: second)]))
    } else {
      change(.several([set, removal]))
    }
  }

  private func change(_ change: NameChange) {
    pending.append(change)
    Self.apply(change, to: &present)
  }

  private static func apply(_ change: NameChange, to names: inout [UInt: [String: UInt]]) {
    switch change {
    case .set(let directory, let name, let inode): names[directory, default: [:]][name] = inode
    case .remove(let directory, let name): names[directory]?[name] = nil
    case .several(let changes): for change in changes { apply(change, to: &names) }
    }
  }

  // MARK: - Power cuts

  /// The number of name changes that may be lost.
  var pendingCount: Int { pending.count }

  /// Writes to an empty directory the state that a power cut leaves at this moment.
  func write(to path: String, keeping changes: Int, losing loss: Loss) throws {
    var names = synced
    for change in pending.prefix(changes) { Self.apply(change, to: &names) }
    try write(root, to: path, names, loss)
  }

  private func write(
    _ directory: UInt, to path: String, _ names: [UInt: [String: UInt]], _ loss: Loss
  ) throws {
    for (name, inode) in names[directory] ?? [:] {
      guard let file = contents[inode] else { continue }
      let place = "\(path)/\(name)"
      if file.isDirectory {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        try write(inode, to: place, names, loss)
      } else {
        try Data(Self.remains(of: file, loss)).write(to: URL(fileURLWithPath: place))
      }
    }
  }

  private static func remains(of file: Contents, _ loss: Loss) -> [UInt8] {
    let common = zip(file.synced, file.present).prefix { $0 == $1 }.count
    switch loss {
    case .nothing: return file.present
    case .everything: return file.synced
    case .half: return Array(file.present.prefix(common + (file.present.count - common) / 2))
    case .zeros:
      return Array(file.present.prefix(common))
        + [UInt8](repeating: 0, count: file.present.count - common)
    }
  }
}
