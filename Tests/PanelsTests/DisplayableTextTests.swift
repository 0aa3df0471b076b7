import Panels
import Testing

@Suite struct `A device's text` {
  @Test func `is displayed without characters that control a terminal or a log`() {
    #expect("eGalax Touch ü 漢".displayable() == "eGalax Touch ü 漢")
    #expect("a\n<0>b\u{1b}[2Jc\u{7f}\u{9b}d".displayable() == "a\u{fffd}<0>b\u{fffd}[2Jc\u{fffd}\u{fffd}d")
    #expect("\u{202e}gpj.exe\u{2028}".displayable() == "\u{fffd}gpj.exe\u{fffd}")
  }

  @Test func `is cut between characters`() {
    #expect("漢漢漢".displayable(upTo: 7) == "漢漢")
    #expect("abc".displayable(upTo: 3) == "abc")
  }
}
