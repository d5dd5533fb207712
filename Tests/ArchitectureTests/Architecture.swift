// SPDX-License-Identifier: MIT

/// The design page, the declared package and the sources, for a comparison.
struct Architecture {
  var design: DesignTable
  var graph: PackageGraph
  /// The source files of each target.
  var sources: [String: [SourceFile]]

  /// The differences between the three.
  func violations() -> Set<Violation> {
    designViolations().union(graphViolations()).union(sourceViolations())
  }

  /// The errors of the page by itself.
  func designViolations() -> Set<Violation> {
    var found: Set<Violation> = []
    for (name, row) in design.rows {
      for dependency in row.mayImport where design.rows[dependency] == nil {
        found.insert(.unknownName(dependency, row: name))
      }
    }
    for (right, holders) in design.rights {
      guard case .targets(let names) = holders else { continue }
      for name in names where design.rows[name] == nil {
        found.insert(.unknownName(name, row: "\(right)"))
      }
    }
    if let circle = circle() { found.insert(.cycle(circle)) }
    return found
  }

  /// The differences of Package.swift and the page.
  func graphViolations() -> Set<Violation> {
    var found: Set<Violation> = []
    for name in design.rows.keys where graph.targets[name] == nil {
      found.insert(.missingTarget(name))
    }
    for (name, target) in graph.targets where !target.isForTests {
      guard design.rows[name] != nil else {
        found.insert(.undocumentedTarget(name))
        continue
      }
      for dependency in target.dependencies {
        if graph.targets[dependency]?.isForTests == true {
          found.insert(.testSupportInProduct(of: name, on: dependency))
        } else if !allows(dependency, in: name) {
          found.insert(.forbiddenDependency(of: name, on: dependency))
        }
      }
    }
    return found
  }

  /// The violations of the page or of Package.swift in the source files.
  func sourceViolations() -> Set<Violation> {
    var found: Set<Violation> = []
    for (target, files) in sources {
      let declared = graph.targets[target]?.dependencies ?? []
      for file in files {
        if file.parsesArguments, !file.path.contains("/Commands/") {
          found.insert(.parserOutsideCommands(path: file.path))
        }
        for module in file.imports {
          if !allows(module, in: target) {
            found.insert(.forbiddenImport(module, path: file.path, target: target))
          } else if graph.targets[module] != nil && !declared.contains(module) {
            found.insert(.undeclaredImport(module, path: file.path, target: target))
          }
        }
        let used: [(Right, Set<String>)] = [
          (.clock, file.clocks), (.unsafeMemory, file.unsafeWords),
          (.existentials, file.existentials),
        ]
        for (right, words) in used
        where !words.isEmpty && !design.grants(right, to: target) {
          found.insert(.forbiddenUse(right, words: words, path: file.path, target: target))
        }
      }
    }
    return found
  }

  private func allows(_ module: String, in target: String) -> Bool {
    design.rows[target]?.mayImport.contains(module) == true
      || design.grants(.module(module), to: target)
  }

  /// The first cycle among the arrows of the page.
  private func circle() -> [String]? {
    var finished: Set<String> = []
    func walk(_ name: String, _ path: [String]) -> [String]? {
      if let start = path.firstIndex(of: name) { return path[start...] + [name] }
      if finished.contains(name) { return nil }
      for next in design.rows[name]?.mayImport.sorted() ?? [] {
        if let found = walk(next, path + [name]) { return found }
      }
      finished.insert(name)
      return nil
    }
    for name in design.rows.keys.sorted() {
      if let found = walk(name, []) { return found }
    }
    return nil
  }
}
