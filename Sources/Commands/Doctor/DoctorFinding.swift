/// The parts of the way from a panel to a client, in the order in which `doctor` checks them.
enum DoctorCheck: String, CaseIterable {
  case touchscreen
  case udev
  case access
  case service
  case socket
  case configuration
  case rules
  case panels
  case browser
}

/// One thing that prevents flickd from working, and its cure.
struct DoctorFinding: Equatable {
  /// The stable name, for programs.
  enum Name: String, CaseIterable {
    case noTouchscreen = "no_touchscreen"
    case noEventNode = "no_event_node"
    case notClassified = "not_classified"
    case unknownToUdev = "unknown_to_udev"
    case ignoredDevice = "ignored_device"
    case badProperty = "bad_property"
    case otherSeat = "other_seat"
    case noUser = "no_user"
    case noUdevRule = "no_udev_rule"
    case notReadable = "not_readable"
    case notInstalled = "not_installed"
    case masked
    case failed
    case failing
    case disabled
    case stopped
    case socketRemoved = "socket_removed"
    case staleSocket = "stale_socket"
    case notPermitted = "not_permitted"
    case oldSession = "old_session"
    case wrongSocketOwner = "wrong_socket_owner"
    case denied
    case noAnswer = "no_answer"
    case notFlickd = "not_flickd"
    case manualFlickd = "manual_flickd"
    case otherVersion = "other_version"
    case missingFile = "missing_file"
    case badConfiguration = "bad_configuration"
    case unreadableFile = "unreadable_file"
    case ignoredFile = "ignored_file"
    case notReloaded = "not_reloaded"
    case unmatched
    case unknownAccount = "unknown_account"
    case notRead = "not_read"
    case assumedSize = "assumed_size"
    case otherSize = "other_size"
    case otherRotation = "other_rotation"
    case silentPanel = "silent_panel"
    case browserTakesSwipes = "browser_takes_swipes"
  }

  var name: Name
  /// What was found, and where: one sentence without a full stop.
  var what: String
  /// Why it matters: one sentence without a full stop.
  var why: String
  /// The command that mends it, as one line to copy.
  var cure: String

  init(_ name: Name, _ what: String, _ why: String, _ cure: String) {
    (self.name, self.what, self.why, self.cure) = (name, what, why, cure)
  }
}

/// The result of one check.
struct CheckResult: Equatable {
  enum State: String {
    case good = "ok"
    case problem
    case notChecked = "not_checked"
  }

  var check: DoctorCheck
  var state: State
  /// What was seen, or why nothing could be seen.
  var why: String
  /// What is wrong; empty unless the state is a problem.
  var findings: [DoctorFinding]
}

/// The results of every check.
struct Diagnosis: Equatable {
  var results: [CheckResult] = []

  /// The findings, in the order of the checks.
  var findings: [DoctorFinding] { results.flatMap(\.findings) }

  /// Adds the result of a check: a problem if it has findings, else what was seen.
  mutating func add(_ check: DoctorCheck, _ found: [DoctorFinding?], seen: String, isChecked: Bool = true) {
    let findings = found.compactMap(\.self)
    let state: CheckResult.State = !findings.isEmpty ? .problem : isChecked ? .good : .notChecked
    results.append(
      CheckResult(check: check, state: state, why: findings.first?.what ?? seen, findings: findings))
  }
}
