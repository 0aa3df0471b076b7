extension Twin {
  /// The reason why a contact's swipe differs from its twin's.
  enum Cause {
    /// The twin's frames are 4 to 11 % later than the panel sent them in these contacts, so that
    /// the twin is slower.
    case stamps
    /// Kernels before 4.17 do not report the panel's scan time (MSC_TIMESTAMP), from which the
    /// velocity is computed.
    case panelClock
  }

  /// The swipes that get a different decision on the twin.
  ///
  /// Each swipe is within an eighth of a threshold on at least one side. With the same timestamps
  /// and without the panel's clock, every one of them agrees (``TwinMoments``), so flickd causes
  /// none of these differences. The speed threshold is 124.7 mm/s.
  static let differences: [String: [(pair: SwipePairs.Difference, cause: Cause, figures: String)]] = [
    "ilitek_222a_0015.hid.gz": [
      (
        .init(
          movement: "185.615,31.0 by 32.385,9.5", decision: "end drag right commit",
          other: "end flick right commit"),
        .panelClock, "111.4 and 130.0 mm/s; 132.7 by the kernel's stamps"
      )
    ],
    "n-trig_1b96_0f00.hid.gz": [
      (
        .init(
          movement: "237.297,54.62 by -9.162,2.24", decision: "end flick left commit",
          other: "end drag left return"),
        .stamps, "131.7 and 120.1 mm/s"
      )
    ],
    "n-trig_1b96_1000.hid.gz": [
      (
        .init(
          movement: "164.351,138.08 by 5.486,5.92", decision: "end drag down return",
          other: "end flick down commit"),
        .panelClock, "117.3 and 179.9 mm/s; 191.2 by the kernel's stamps"
      )
    ],
    "sharp_04dd_9681.hid.gz": [
      (
        .init(
          movement: "178.0,208.25 by 37.0,-26.25", decision: "end flick right commit",
          other: "end drag right commit"),
        .stamps, "137.9 and 124.6 mm/s"
      ),
      (
        .init(
          movement: "333.0,79.5 by 30.75,1.75", decision: "end flick right commit",
          other: "end drag right return"),
        .stamps, "137.2 and 105.2 mm/s"
      ),
      (
        .init(
          movement: "66.0,177.0 by -37.5,-41.25", decision: "end flick left commit",
          other: "end flick up commit"
        ),
        .panelClock, "44 and 47 degrees; 47 by the kernel's stamps"
      ),
    ],
  ]

  /// The recordings from which the two kernels make different frames, so that their timestamps
  /// cannot be aligned.
  ///
  /// Both panels use all of their slots, and the kernels assign slots by different rules
  /// (``KernelSlots``). The swipes of irmtouch agree without alignment.
  static let otherFrames: Set<String> = ["huitoo_03f7_0003.hid.gz", "irmtouch_23c9_5666.hid.gz"]
}
