public import GestureCore

/// What flickd has learned of a panel from its touches.
public struct LearnedValues: Equatable, Sendable {
  /// How late the panel reports a lift.
  public var liftDelay: Interval?
  /// The usual time between two reports of a moving contact.
  public var reportPeriod: Interval?

  /// Creates values.
  public init(liftDelay: Interval? = nil, reportPeriod: Interval? = nil) {
    (self.liftDelay, self.reportPeriod) = (liftDelay, reportPeriod)
  }

  /// Whether nothing has been learned.
  public var isEmpty: Bool { liftDelay == nil && reportPeriod == nil }

  /// How often the panel reports a moving contact, in Hz.
  public var reportRate: Double? { reportPeriod.map { 1_000_000 / Double($0.microseconds) } }

  /// These values, and the older ones where a value is missing.
  public func or(_ older: LearnedValues?) -> LearnedValues {
    LearnedValues(
      liftDelay: liftDelay ?? older?.liftDelay, reportPeriod: reportPeriod ?? older?.reportPeriod)
  }

  /// Whether a value is new, or differs by more than its usual scatter.
  ///
  /// The scatter: the lift delay is a quantile of nine lifts on a grid of report periods, and each
  /// write wears a memory card.
  public func isNews(after older: LearnedValues?) -> Bool {
    func differs(_ value: Interval?, _ old: Interval?, by scatter: Int64) -> Bool {
      guard let value else { return false }
      return old.map { abs(value.microseconds - $0.microseconds) > scatter } ?? true
    }
    return differs(liftDelay, older?.liftDelay, by: 5000)
      || differs(reportPeriod, older?.reportPeriod, by: 500)
  }
}

/// What a panel must have in common with the panel of which something was learned.
///
/// The id names the port, which survives a reboot. Name, ids and serial number distinguish another
/// panel at the same port. Two equal panels differ by their ports.
public struct PanelKey: Equatable, Sendable {
  /// The id of the panel.
  public var panelID: String
  /// The name in the kernel.
  public var name: String
  /// The vendor id.
  public var vendor: UInt16
  /// The product id.
  public var product: UInt16
  /// The serial number; nil if the panel has none.
  public var serial: String?

  /// The maximum length of a text, in bytes.
  static let maxTextBytes = 256

  /// Creates a key; texts become printable, and long texts are cut.
  public init(panelID: String, name: String, vendor: UInt16, product: UInt16, serial: String?) {
    self.panelID = panelID.displayable(upTo: Self.maxTextBytes)
    self.name = name.displayable(upTo: Self.maxTextBytes)
    (self.vendor, self.product) = (vendor, product)
    self.serial = serial?.displayable(upTo: Self.maxTextBytes)
  }
}

extension PanelKey {
  /// Creates the key of a panel that is being opened.
  public init(_ description: PanelDescription, _ identity: PanelIdentity) {
    self.init(
      panelID: identity.panelID, name: description.name, vendor: description.vendor,
      product: description.product, serial: identity.serial)
  }
}

/// What flickd remembers of panels from one run to the next; `PanelMemory+Text` is its file.
public struct PanelMemory: Equatable, Sendable {
  /// One panel.
  public struct Entry: Equatable, Sendable {
    /// The panel.
    public var key: PanelKey
    /// What was learned of the panel.
    public var values: LearnedValues
  }

  /// The maximum number of panels; the panel that was not used for the longest time is dropped.
  public static let capacity = 64

  /// The panels, the last used first.
  public private(set) var entries: [Entry] = []

  /// Creates an empty memory.
  public init() {}

  /// The values of a panel; nil if the panel is unknown.
  public subscript(key: PanelKey) -> LearnedValues? { entries.first { $0.key == key }?.values }

  /// Adds what was learned of a panel, which counts as used now; older values remain where a value
  /// is missing.
  public mutating func learn(_ values: LearnedValues, of key: PanelKey) {
    let values = values.or(self[key])
    forget { $0.key == key }
    guard !values.isEmpty else { return }
    entries.insert(Entry(key: key, values: values), at: 0)
    if entries.count > Self.capacity { entries.removeLast() }
  }

  /// Removes panels.
  public mutating func forget(_ isForgotten: (Entry) -> Bool) {
    entries.removeAll(where: isForgotten)
  }

  /// Adds a panel behind the others, as a file lists them; false if that is impossible.
  mutating func append(_ entry: Entry) -> Bool {
    guard entries.count < Self.capacity, self[entry.key] == nil else { return false }
    entries.append(entry)
    return true
  }
}
