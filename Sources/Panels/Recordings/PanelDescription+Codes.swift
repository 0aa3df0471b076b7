extension PanelDescription {
  /// Adds `code` to the description, if it is a key, a relative axis or a code of EV_MSC.
  ///
  /// Codes beyond the kernel's numbers are ignored: no device has them, and no description file can
  /// contain them.
  mutating func insert(_ code: UInt16, of type: UInt16) {
    switch type {
    case EventCode.key where code < Self.keyCount: keys.insert(code)
    case EventCode.rel where code < Self.relativeCount: relatives.insert(code)
    case EventCode.msc where code < Self.miscellaneaCount: miscellanea.insert(code)
    default: break
    }
  }

  // KEY_CNT, REL_CNT and MSC_CNT (linux/input-event-codes.h).
  private static var keyCount: UInt16 { 0x300 }
  private static var relativeCount: UInt16 { 0x10 }
  private static var miscellaneaCount: UInt16 { 0x08 }
}
