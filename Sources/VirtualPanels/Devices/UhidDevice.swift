internal import LinuxIO
internal import Panels

/// A HID device of this program's making; it is unplugged when this value goes.
///
/// Source: the kernel's Documentation/hid/uhid.rst. The kernel's driver asks for feature reports
/// while it probes the device and waits five seconds for each answer, so ``answer()`` must be
/// called again and again from the start on. A real device may have reports of 16 KiB, one made by
/// uhid of 4 KiB: longer ones, which vendors use to look into their controllers, are left out.
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

  /// Sends a report, which begins with its number if the device numbers its reports.
  func send(_ report: [UInt8]) throws(SystemCallError) {
    try write(UhidMessage.input(report))
  }

  /// Answers everything that the kernel has asked; false if it had asked nothing.
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
      case .other:
        break
      }
    }
  }

  private func write(_ message: [UInt8]) throws(SystemCallError) {
    _ = try SystemCalls.write(file, message.span)
  }
}
