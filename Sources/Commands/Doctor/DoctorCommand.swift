internal import ArgumentParser
internal import FlickProtocol
internal import LinuxIO
internal import PanelLab
internal import Terminal

/// `flickctl doctor`: finds what prevents flickd from working, and prints the command that mends
/// it.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Find what prevents flickd from working, and the command that mends it.",
    discussion: """
      Checks the way from the panel to the client: kernel, udev, permissions, service, socket, configuration, panels and \
      a kiosk's browser. Run it as the user whose program receives no swipes, and as root, who sees more.

      Example: sudo flickctl doctor

      Exit codes: 0 all is well, 1 something is wrong.
      """)

  @OptionGroup var options: SettingsOptions
  @Option(help: ArgumentHelp("The service's socket.", valueName: "path")) var socket: String?
  @Flag(help: "Print one JSON object.") var json = false

  func run() throws {
    let diagnosis = Diagnosis(MachineFacts.gather(socket: socket, options: options))
    if json { try writeOutput(json: diagnosis.object) } else { try writeOutput(diagnosis.text) }
    if !diagnosis.findings.isEmpty { throw ArgumentParser.ExitCode(1) }
  }
}

extension Diagnosis {
  // MARK: For people

  /// One line for each check, then the findings with their cures.
  var text: String {
    let rows = results.map { result in
      let mark =
        switch result.state {
        case .good: "ok"
        case .problem: "PROBLEM"
        case .notChecked: "-"
        }
      let seen = result.state == .problem ? reference(to: result) : result.why
      return [mark, result.check.rawValue, seen.terminalText]
    }
    let end =
      switch findings.count {
      case 0: "All is well."
      case 1: "1 problem. Mend it with the command below it, then run `flickctl doctor` again:"
      default:
        "\(findings.count) problems. Begin with the first, and run `flickctl doctor` again after each:"
      }
    let list = findings.enumerated().map { index, finding in
      """
      \(index + 1). \(finding.what.terminalText).
         Why it matters: \(finding.why.terminalText).
           \(finding.cure.terminalText)
      """
    }
    return ([TextTable.text(rows), end] + (list.isEmpty ? [] : [""]) + [list.joined(separator: "\n\n")])
      .filter { !$0.isEmpty || !list.isEmpty }.joined(separator: "\n")
  }

  /// The numbers of a check's findings in the list below the table.
  private func reference(to result: CheckResult) -> String {
    let before = results.prefix { $0.check != result.check }.flatMap(\.findings).count
    let numbers = result.findings.indices.map { "\(before + $0 + 1)" }
    return "see problem\(numbers.count == 1 ? "" : "s") \(numbers.joined(separator: ", "))"
  }

  // MARK: For programs

  /// One JSON object; docs/doctor.schema.json describes it.
  var object: [UInt8] {
    LineWriter.line { line in
      line.field("format", 1)
      line.objects("checks", results) { line, result in
        line.field("check", result.check.rawValue)
        line.field("result", result.state.rawValue)
        line.field("why", result.why)
      }
      let findings = results.flatMap { result in result.findings.map { (result.check, $0) } }
      line.objects("findings", findings) { line, found in
        let (check, finding) = found
        line.field("check", check.rawValue)
        line.field("finding", finding.name.rawValue)
        line.field("what", finding.what)
        line.field("why", finding.why)
        line.field("cure", finding.cure)
      }
    }
  }
}
