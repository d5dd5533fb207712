// SPDX-License-Identifier: MIT

/// The manifests of the top-level folder, carried inside the program.
///
/// It finds them from any directory, and wherever it is moved. A test holds them to the files.
enum EmbeddedManifests {
  /// Each manifest's name and bytes, in the order in which sets are listed.
  static let all = [
    ("guitarsounds", guitarsounds), ("fluidr3", fluidr3), ("freepats", freepats),
    ("sonic-pi", sonicPi),
  ]
}
