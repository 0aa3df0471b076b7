internal import LinuxIO
internal import Recordings

/// A HID device that this program creates; it is unplugged when this value is destroyed.
///
/// Source: the kernel's Documentation/hid/uhid.rst. The kernel's driver requests feature reports
/// while it probes the device, and waits five seconds for each answer. Call ``answer()`` repeatedly
/// from the start. A real device may have reports of 16 KiB, a uhid device only 4 KiB. Longer
/// reports, which vendors use to inspect their controllers, are omitted.
struct UhidDevice: ~Copyable {
  private let file: OwnedFD
  private let answers: FeatureAnswers

  init(_ description: HIDDescription, uniqueID: String) throws(VirtualPanelError) {
    guard description.descriptor.count <= HIDDescription.maximumSize else {
      throw .descriptorTooLong(name: description.name)
    }
    let file = try Door.uhid.open()
    do throws(SystemCallError) {
      var device = description
      device.descriptor = ReportDescriptor.without(
        reportsLongerThan: HIDDescription.maximumSize, description.descriptor)
      _ = try SystemCalls.write(file, UhidMessage.create(device, uniqueID: uniqueID).span)
    } catch {
      throw .refused(error)
    }
    self.file = file
    answers = FeatureAnswers(ReportDescriptor(description.descriptor))
  }

  /// Sends a report, which begins with its id if the device uses report ids.
  func send(_ report: [UInt8]) throws(SystemCallError) {
    try write(UhidMessage.input(report))
  }

  /// Answers all waiting requests of the kernel; returns false if there were none.
  func answer() throws(SystemCallError) -> Bool {
    // The longest message is UHID_CREATE2: 4 + 128 + 64 + 64 + 2 + 2 + 4 × 4 + 4096 bytes.
    var message = InlineArray<4376, UInt8>(repeating: 0)
    var hasAnswered = false
    while true {
      var span = message.mutableSpan
      guard case .bytes(let count) = try SystemCalls.read(file, into: &span) else { return hasAnswered }
      switch UhidMessage.request(message.span.extracting(0..<count)) {
      case .get(let id, let report, let isFeature):
        let content = isFeature ? answers.answer(id: report) : nil
        try write(UhidMessage.reply(id: id, content: content))
        hasAnswered = true
      case .set(let id):
        try write(UhidMessage.taken(id: id))
        hasAnswered = true
      case .other: break
      }
    }
  }

  private func write(_ message: [UInt8]) throws(SystemCallError) {
    _ = try SystemCalls.write(file, message.span)
  }
}
