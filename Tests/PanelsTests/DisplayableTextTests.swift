import Panels
import Testing

@Suite struct `A text of a device` {
  @Test func `is shown without what a terminal or a log would take for something else`() {
    #expect("eGalax Touch ü 漢".displayable() == "eGalax Touch ü 漢")
    #expect("a\n<0>b\u{1b}[2Jc\u{7f}\u{9b}d".displayable() == "a\u{fffd}<0>b\u{fffd}[2Jc\u{fffd}\u{fffd}d")
    #expect("\u{202e}gpj.exe\u{2028}".displayable() == "\u{fffd}gpj.exe\u{fffd}")
  }

  @Test func `is cut between characters`() {
    #expect("漢漢漢".displayable(upTo: 7) == "漢漢")
    #expect("abc".displayable(upTo: 3) == "abc")
  }
}
