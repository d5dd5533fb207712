// SPDX-License-Identifier: MIT

public import Tuning

/// An error that the screen shows.
public enum TunerError: Error, Hashable, Sendable {
  /// Audio cannot be captured.
  case audio(AudioError)
  /// No tuning has that id. The selected one stays.
  case tuningNotFound(id: String)
  /// The selected tuning has no string of that number. The target stays.
  case stringNotFound(position: Int, count: Int)
  /// A capo is not supported at that fret. It stays where it was.
  case capoOutOfReach(fret: Int)
  /// The temperament has no pitch for a string behind the capo. The choice does not apply.
  case noPitch(string: GuitarString, temperament: Temperament)
  /// A string is too low or too high to be measured in a stroke. One string is tuned at a time.
  case strumOutOfRange(string: GuitarString)
  /// The strings are measured as one in a stroke, but their targets differ. One string is tuned at
  /// a time.
  case strumTargetsDiffer(positions: [Int])
  /// The value of a setting is invalid. The setting stays as it was.
  case settingRefused(SettingDiagnostic)
  /// A choice could not be stored and applies only to this run, or the stored settings could not be
  /// read.
  case storage(StorageError)
}

extension TunerError {
  /// True for a choice that does not apply; false for a failure of audio or of storage.
  var isRefusal: Bool {
    switch self {
    case .tuningNotFound, .stringNotFound, .capoOutOfReach, .noPitch, .strumOutOfRange,
      .strumTargetsDiffer, .settingRefused:
      true
    case .audio, .storage: false
    }
  }
}

extension TunerError: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
  public var description: String {
    switch self {
    case .audio(let error): error.description
    case .tuningNotFound(let id):
      "There is no tuning \"\(id)\". Choose one from: tuner tunings list"
    case .stringNotFound(_, 0):
      "The chromatic scale has no strings. Choose a tuning, or no string."
    case .stringNotFound(let position, let count):
      "There is no string \(position). Choose one from 1 to \(count)."
    case .capoOutOfReach(let fret):
      "A capo at fret \(fret) is out of reach. Choose a fret from 0 to 12."
    case .noPitch(let string, let temperament):
      "The temperament \(temperament.fileName) has no pitch for string \(string.position) "
        + "(\(string.spelling)). Choose another tuning or another temperament."
    case .strumOutOfRange(let string):
      "String \(string.position) (\(string.spelling)) cannot be measured in a stroke. Tune one string at a "
        + "time."
    case .strumTargetsDiffer(let positions):
      "A stroke can't separate strings \(Self.list(positions)), and their targets differ. Give them one "
        + "offset, or tune one string at a time."
    case .settingRefused(let diagnostic): diagnostic.description
    case .storage(let error): error.description
    }
  }

  /// Returns numbers of strings for a sentence, such as `4+3`.
  package static func list(_ positions: [Int]) -> String {
    positions.map { "\($0)" }.joined(separator: "+")
  }
}

extension Temperament {
  /// The name without the directories of a file.
  package var fileName: String { name.split(separator: "/").last.map(String.init) ?? name }
}

/// The reason why audio can't be captured.
public enum AudioError: Error, Hashable, Sendable {
  /// The system denies this user access to the device (EACCES, EPERM).
  case accessDenied
  /// The device does not exist, is in use, or was unplugged (ENODEV, EBUSY and others).
  case deviceUnavailable
  /// The device supports no configuration that the tuner can use (EINVAL and others).
  case configurationRefused
  /// Another failure, with the message of its source.
  case unknown(description: String)
}

extension AudioError: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
  public var description: String {
    switch self {
    case .accessDenied:
      "Access to the sound device is denied. Add yourself to the group audio, and log in again."
    case .deviceUnavailable:
      "The sound device is missing or in use. Plug it in, close the other program, or choose "
        + "another one from: tuner devices"
    case .configurationRefused:
      "The sound device refuses these settings. Choose another one from: tuner devices"
    case .unknown(let description): description
    }
  }
}

/// The reason why settings or tunings cannot be read or stored; `place` is the file or directory.
public enum StorageError: Error, Hashable, Sendable {
  /// There is no home directory for files.
  case noHome
  /// Writing is not permitted.
  case readOnly(place: String)
  /// The disk is full.
  case full(place: String)
  /// The file cannot be read.
  case unreadable(place: String, reason: String)
  /// A later version wrote the file, so nothing is stored in it.
  case laterVersion(place: String, version: Int)
  /// Another failure, with the message of its source.
  case unknown(description: String)
}

extension StorageError: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
  public var description: String {
    switch self {
    case .noHome: "There is no home directory to keep settings in. Set HOME or XDG_CONFIG_HOME."
    case .readOnly(let place):
      "\(place): may not be written to. Change its permissions, or set XDG_CONFIG_HOME."
    case .full(let place): "\(place): there is no room left. Make room, and choose again."
    case .unreadable(let place, let reason):
      "\(place): can't be read (\(reason)). Mend it, or remove it."
    case .laterVersion(let place, let version):
      "\(place): written by a later version (\(version)), so nothing is stored. Update the program."
    case .unknown(let description): description
    }
  }
}
