@testable import VirtualPanels

extension ReportDescriptor {
  /// Returns the report of a kind and id; nil if the descriptor does not have it.
  func report(_ kind: Kind, id: UInt8) -> Report? {
    reports.first { $0.kind == kind && $0.id == id }
  }
}

extension ReportDescriptor.Usage {
  /// X of the Generic Desktop page.
  static var x: Self { Self(page: 0x01, code: 0x30) }
  /// Y of the Generic Desktop page.
  static var y: Self { Self(page: 0x01, code: 0x31) }
  /// Microsoft's certification blob: 256 bytes that identify a Windows 8 panel.
  static var certification: Self { Self(page: 0xff00, code: 0xc5) }
}
