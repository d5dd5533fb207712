// SPDX-License-Identifier: MIT

/// The manifests of the top-level folder `Datasets`, embedded in the program.
///
/// The program needs no files at run time. A test compares them with the files.
enum EmbeddedManifests {
  /// The name and bytes of each manifest, in the order of display.
  static let all = [
    ("guitarsounds", guitarsounds), ("fluidr3", fluidr3), ("freepats", freepats),
    ("sonic-pi", sonicPi),
  ]
}
