// SPDX-License-Identifier: MIT

import Glibc

/// Why an export of health data was not read.
public enum HealthExportError: Error, Hashable, Sendable {
  /// It can't be read; `code` is the system's errno.
  case readFailed(path: String, code: Int32)
  /// It is not XML, or ends in the middle.
  case notXML(path: String, line: Int, reason: String)
  /// It declares entities, which no export of health data does, and which can be made to fill all memory.
  case declaresEntities(path: String, line: Int)
  /// One tag is longer than any of an export of health data.
  case tagTooLong(path: String, line: Int, limit: Int)
  /// It is XML, but not an export of health data.
  case notHealthData(path: String, root: String)
  /// It was written before the day that is asked for began, and can't know of it.
  case tooOld(path: String)
}

extension HealthExportError: CustomStringConvertible {
  /// One sentence for a person, which ends in the remedy.
  public var description: String {
    switch self {
    case .readFailed(let path, let code):
      "\(path): can't be read (\(String(cString: strerror(code)))). Make it readable and try again"
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
