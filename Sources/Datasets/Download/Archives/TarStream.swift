// SPDX-License-Identifier: MIT

/// A parser of tar archives (POSIX.1-1988 ustar, pax, GNU long names) that `gzip` decompresses.
struct TarStream {
  private static let program = ExternalProgram(name: "gzip", package: "gzip")
  private static let blockCount = 512
  /// The longest extended header in bytes.
  private static let recordLimit = 1 << 20

  /// The meaning of the next bytes.
  private enum State {
    case header
    /// The contents of a member, and the padding after them.
    case file(missing: Int, padding: Int)
    /// An extended header of the next member: its type, the bytes so far, and the missing count.
    case record(UInt8, [UInt8], missing: Int, padding: Int)
    /// Bytes after the end of the archive, which are ignored.
    case end
  }

  private let archive: String
  private let destination: UnpackedDirectory
  private let wants: (String) -> Bool
  private var inventory: ArchiveInventory
  private var state = State.header
  private var header: [UInt8] = []
  private var longName: [UInt8]?
  private var output: OutputFile?

  /// Unpacks; see `ArchiveFile.unpack`.
  static func unpack(
    _ file: DownloadFile, in directory: String, into destination: UnpackedDirectory,
    wants: @escaping (String) -> Bool, progress: (Int) -> Void
  ) throws(DownloadError) {
    var stream = TarStream(file, destination, wants)
    var done = 0
    do throws(DownloadError) {
      // With --force, gzip passes uncompressed input through.
      try program.stream(
        ["--decompress", "--stdout", "--force", "--", file.name], in: directory,
        environment: ["GZIP": nil]
      ) { block throws(DownloadError) in
        try stream.take(block)
        done += block.count
        progress(done)
      }
      try stream.finish()
    } catch .step(.programFailed("gzip", let status, let message)) {
      throw .archiveUnreadable(
        archive: file.name,
        reason: message.isEmpty ? "gzip failed with status \(status)" : message)
    }
  }

  private init(
    _ file: DownloadFile, _ destination: UnpackedDirectory, _ wants: @escaping (String) -> Bool
  ) {
    self.init(
      named: file.name, ArchiveInventory(of: file.name, limits: file.limits), destination, wants)
  }

  /// Makes a parser for an archive that is decompressed elsewhere.
  init(
    named name: String, _ inventory: ArchiveInventory, _ destination: UnpackedDirectory,
    _ wants: @escaping (String) -> Bool
  ) {
    archive = name
    self.inventory = inventory
    self.destination = destination
    self.wants = wants
  }

  /// Parses the next bytes, any number of them.
  mutating func take(_ block: ArraySlice<UInt8>) throws(DownloadError) {
    var rest = block
    while !rest.isEmpty {
      switch state {
      case .end: return
      case .header:
        let piece = rest.prefix(Self.blockCount - header.count)
        header += piece
        rest = rest.dropFirst(piece.count)
        if header.count == Self.blockCount {
          let complete = header
          header = []
          try begin(complete)
        }
      case .file(let missing, let padding):
        let piece = rest.prefix(missing)
        try output?.append(piece)
        rest = rest.dropFirst(piece.count)
        let skipped = min(rest.count, missing == piece.count ? padding : 0)
        rest = rest.dropFirst(skipped)
        go(on: .file(missing: missing - piece.count, padding: padding - skipped))
      case .record(let type, let bytes, let missing, let padding):
        let piece = rest.prefix(missing)
        rest = rest.dropFirst(piece.count)
        let skipped = min(rest.count, missing == piece.count ? padding : 0)
        rest = rest.dropFirst(skipped)
        let (missing, padding) = (missing - piece.count, padding - skipped)
        state = .record(type, bytes + piece, missing: missing, padding: padding)
        if missing + padding == 0 {
          try use(bytes + piece, type: type)
          state = .header
        }
      }
    }
  }

  private mutating func go(on next: State) {
    state = next
    if case .file(0, 0) = next {
      output = nil
      state = .header
    }
  }

  /// Ends the archive.
  func finish() throws(DownloadError) {
    // An archive may end without its zero blocks, but not inside a member.
    switch state {
    case .end: return
    case .header where header.isEmpty: return
    default: throw damage("it ends early")
    }
  }

  /// Begins the member or extended header that a header announces.
  private mutating func begin(_ bytes: [UInt8]) throws(DownloadError) {
    if bytes.allSatisfy({ $0 == 0 }) {
      state = .end
      return
    }
    guard let header = TarHeader(bytes) else { throw damage("a header is damaged") }
    let padding = (Self.blockCount - header.byteCount % Self.blockCount) % Self.blockCount
    if header.isRecord {
      guard header.byteCount <= Self.recordLimit else { throw damage("a record is too long") }
      state = .record(header.type, [], missing: header.byteCount, padding: padding)
      if header.byteCount == 0 { state = .header }
      return
    }
    let name = longName ?? header.name
    longName = nil
    let kind = header.kind(named: name)
    let path = try inventory.admit(name, kind)
    guard case .file(let count) = kind, let path else { return }
    output = wants(path) ? try destination.makeFile(path) : nil
    go(on: .file(missing: count, padding: padding))
  }

  /// Takes the name from an extended header.
  private mutating func use(_ record: [UInt8], type: UInt8) throws(DownloadError) {
    switch type {
    case UInt8(ascii: "L"): longName = Array(record.prefix { $0 != 0 })
    case UInt8(ascii: "x"):
      guard let fields = TarHeader.fields(ofRecord: record) else {
        throw damage("a record is damaged")
      }
      // These fields give sizes over 8 GiB and link targets; neither is accepted.
      if fields["size"] != nil || fields["linkpath"] != nil {
        throw damage("a member has a size or a link of its own kind")
      }
      if let name = fields["path"] { longName = name }
    default: break
    }
  }

  private func damage(_ reason: String) -> DownloadError {
    .archiveUnreadable(archive: archive, reason: reason)
  }
}
