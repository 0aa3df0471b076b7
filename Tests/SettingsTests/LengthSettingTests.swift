import Settings
import Testing

@Suite struct `A length setting` {
  @Test func `in millimetres is equal on every panel`() {
    #expect(LengthSetting.millimeters(31).millimeters(along: 500) == 31)
  }

  @Test func `as a fraction follows the panel`() {
    #expect(LengthSetting.fraction(0.12).millimeters(along: 500) == 60)
  }
}
