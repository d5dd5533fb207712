// SPDX-License-Identifier: MIT

extension GateSettings {
  /// Returns true if other settings could unblock a target that is blocked with these.
  ///
  /// A command that can't be run blocks nothing, so another one may replace it. A gate without a
  /// helper blocks hosts itself. A change of the health export never waits, because new data come in
  /// a new export.
  ///
  /// - Parameters:
  ///   - new: the settings to use instead.
  ///   - environment: the variables of this process.
  /// - Returns: true for another place of the block, or another command in place of one that runs.
  package func canBeEased(by new: GateSettings, environment: [String: String]) -> Bool {
    let (former, helper) = (self.helper ?? [], new.helper ?? [])
    let canRun = { CommandHook.canRun($0, environment: environment) }
    return hostsFile != new.hostsFile
      || (canRun(onBlock) && onBlock != new.onBlock)
      || (!onBlock.isEmpty && new.onBlock.isEmpty)
      || (former != helper && (former.isEmpty || helper.isEmpty || canRun(former)))
  }
}
