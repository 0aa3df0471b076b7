internal import LinuxIO
public import Recordings

extension Scenario {
  /// Reads every scenario in a folder (`*.touch`), in the order of their names.
  public static func all(in folder: String) throws(ScenarioError) -> [Scenario] {
    let names = try Result { () throws(SystemCallError) in try SystemCalls.names(in: folder) }
      .mapError { ScenarioError(file: folder, message: "\($0)") }.get()
    var scenarios: [Scenario] = []
    for name in names where name.hasSuffix(".touch") {
      scenarios.append(try read("\(folder)/\(name)"))
    }
    return scenarios
  }
}
