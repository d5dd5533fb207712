// SPDX-License-Identifier: MIT

/// One way in which the code and `docs/design.md` disagree.
enum Violation: Hashable {
  case undocumentedTarget(String)
  case missingTarget(String)
  case unknownName(String, row: String)
  case cycle([String])
  case forbiddenDependency(of: String, on: String)
  case testSupportInProduct(of: String, on: String)
  case forbiddenImport(String, path: String, target: String)
  case undeclaredImport(String, path: String, target: String)
  case parserOutsideCommands(path: String)
  case forbiddenUse(Right, words: Set<String>, path: String, target: String)
}

extension Violation: CustomStringConvertible {
  var description: String {
    switch self {
    case .undocumentedTarget(let target):
      "\(target) is in Package.swift and has no row in docs/design.md. Add the row."
    case .missingTarget(let target):
      "docs/design.md has a row for \(target); Package.swift has no such target."
    case .unknownName(let name, let row):
      "The row \(row) of docs/design.md names \(name), which has no row itself."
    case .cycle(let targets):
      "The arrows of docs/design.md run in a circle: \(targets.joined(separator: " → "))."
    case .forbiddenDependency(let target, let dependency):
      "Package.swift lets \(target) depend on \(dependency); docs/design.md does not."
    case .testSupportInProduct(let target, let dependency):
      "\(target) depends on \(dependency), which serves the tests alone."
    case .forbiddenImport(let module, let path, let target):
      "\(path) imports \(module), which docs/design.md does not let \(target) use."
    case .undeclaredImport(let module, let path, let target):
      "\(path) imports \(module), which Package.swift does not list as a dependency of \(target)."
    case .parserOutsideCommands(let path):
      "\(path) uses ArgumentParser or its ValidationError outside of a folder Commands. "
        + "Throw a UsageError, and declare conformances in Commands."
    case .forbiddenUse(let right, let words, let path, let target):
      "\(path) uses \(right) (\(words.sorted().joined(separator: ", "))), "
        + "which docs/design.md does not grant to \(target)."
    }
  }
}
