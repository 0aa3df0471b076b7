import ConfigurationFiles
import GestureCore
import Testing

@Suite struct `A time as text` {
  @Test(
    arguments: [
      ("40ms", 40_000), ("1.2s", 1_200_000), ("0.25 s", 250_000), ("15us", 15), ("0s", 0),
      ("86400s", 86_400_000_000),
      ("0.4us", 0), ("40", nil), ("", nil), ("ms", nil), ("-1s", nil), ("86401s", nil), ("1h", nil),
      ("1 s ", nil),
      ("nans", nil), ("1e3s", nil), ("0x1s", nil), ("١s", nil),
    ] as [(String, Int64?)])
  func `is read as microseconds, or refused`(text: String, microseconds: Int64?) {
    #expect(Interval(text: text)?.microseconds == microseconds)
  }
}
