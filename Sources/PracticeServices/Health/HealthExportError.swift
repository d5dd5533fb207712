// SPDX-License-Identifier: MIT

import FileStore
import Glibc

/// The reason why an export of health data was not read.
public enum HealthExportError: Error, Hashable, Sendable {
  /// The file can't be read; `code` is the system's errno.
  case readFailed(path: String, code: Int32)
  /// The file is not XML, or is cut off.
  case notXML(path: String, line: Int, reason: String)
  /// The file declares entities.
  ///
  /// No export of health data does, and entities can be made to fill all memory.
  case declaresEntities(path: String, line: Int)
  /// A tag is longer than any tag of an export of health data.
  case tagTooLong(path: String, line: Int, limit: Int)
  /// The file is XML but not an export of health data.
  case notHealthData(path: String, root: String)
  /// The file was written before the requested day began.
  case tooOld(path: String)
}

extension HealthExportError: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
  public var description: String {
    switch self {
    case .readFailed(let path, ELOOP): linkLoopText(path)
    case .readFailed(let path, let code):
      "\(path): can't be read (\(errorText(code))). Make it readable and try again"
    case .notXML(let path, let line, let reason):
      "\(path): line \(line) is not XML (\(reason)). Export the health data again"
    case .declaresEntities(let path, let line):
      "\(path): line \(line) declares entities, which health data never has. Export it again"
    case .tagTooLong(let path, let line, let limit):
      "\(path): the tag in line \(line) is longer than \(limit) bytes. Export the health data again"
    case .notHealthData(let path, let root):
      "\(path): this holds <\(root)>, not <HealthData>. Choose the export.xml of Apple Health"
    case .tooOld(let path):
      "\(path): this was exported before today and knows nothing of it. "
        + "Export the health data again"
    }
  }
}
