internal import Panels

extension LibraryPanel {
  /// Panels whose report descriptor is available: newer ones, with a clock, a palm bit or a
  /// portrait touchscreen.
  ///
  /// A test checks ranges, resolutions and fields. The period is the 100 Hz that Windows demands of
  /// a touchscreen.
  public static let described: [LibraryPanel] = [
    LibraryPanel(
      described: "NuVision Solo 10 Draw TM101W610L touchscreen (04F3:22F7)", bus: 24, vendor: 0x04f3,
      product: 0x22f7, x: [0, 2240, 0, 16], y: [0, 3520, 0, 16], hasClock: true),
    LibraryPanel(
      described: "Fujitsu LIFEBOOK T936 touchscreen (04F3:2256)", bus: 3, vendor: 0x04f3, product: 0x2256,
      x: [0, 3776, 0, 13], y: [0, 2112, 0, 13], hasClock: true),
    LibraryPanel(
      described: "Microsoft Surface Go 2 touchscreen (04F3:2A1C)", bus: 24, vendor: 0x04f3, product: 0x2a1c,
      x: [0, 2784, 0, 13], y: [0, 1824, 0, 12], hasClock: true),
    LibraryPanel(
      described: "ASUS Zenbook UX8402VV_UX8402VV touchscreen (04F3:2F2A)", bus: 24, vendor: 0x04f3,
      product: 0x2f2a, x: [0, 3850, 0, 12], y: [0, 1150, 0, 12], hasClock: true),
    LibraryPanel(
      described: "ASUS Zenbook Duo UX8406MA_UX8406MA touchscreen (04F3:4259)", bus: 24, vendor: 0x04f3,
      product: 0x4259, x: [0, 3675, 0, 12], y: [0, 2254, 0, 12], hasClock: true, hasConfidence: true),
    LibraryPanel(
      described: "Panasonic CF-20-2 touchscreen (0EEF:C066)", bus: 3, vendor: 0x0eef, product: 0xc066,
      x: [0, 4095, 0, 19], y: [0, 4095, 0, 30], hasClock: true),
    LibraryPanel(
      described: "Samsung 960QFG touchscreen (27C6:0123)", bus: 24, vendor: 0x27c6, product: 0x0123,
      x: [0, 28800, 0, 84], y: [0, 18000, 0, 84]),
    LibraryPanel(
      described: "Lenovo Chromebook Duet 5 touchscreen (27C6:0E51)", bus: 24, vendor: 0x27c6, product: 0x0e51,
      x: [0, 11520, 0, 39], y: [0, 6480, 0, 39], hasConfidence: true, hasPressure: true),
    LibraryPanel(
      described: "Lenovo ThinkPad X1 Fold 16 Gen 1 touchscreen (056A:52BA)", bus: 24, vendor: 0x056a,
      product: 0x52ba, x: [0, 10284, 0, 40], y: [0, 13008, 0, 40], hasClock: true, hasConfidence: true),
  ]

  /// Panels of kinds that the recordings lack, as the drivers of Linux 6.12 describe them.
  ///
  /// The periods are those of serial lines and converters: 10 bytes at 9600 baud take 10.4 ms.
  public static let driven: [LibraryPanel] = [
    // A 10-bit resistive controller: one contact, no resolution.
    LibraryPanel(
      driver: "drivers/input/touchscreen/usbtouchscreen.c", "DMC TSC-10/25", bus: 3, vendor: 0x0afa,
      product: 0x03e8, axes: [0x00: [0, 1023], 0x01: [0, 1023]], period: 10_000),
    // Its axes begin at 96.
    LibraryPanel(
      driver: "drivers/input/touchscreen/elo.c", "Elo SmartSet 10-byte", bus: 19, vendor: 0x0029,
      product: 0x0000, axes: [0x00: [96, 4000], 0x01: [96, 4000], 0x18: [0, 255]], period: 10_400),
    // A 12-bit resistive converter on SPI, as on small boards.
    LibraryPanel(
      driver: "drivers/input/touchscreen/ads7846.c", "ADS7846 Touchscreen", bus: 28, vendor: 0, product: 0,
      axes: [0x00: [0, 4095], 0x01: [0, 4095], 0x18: [0, 65535]], period: 10_000),
  ]
}
