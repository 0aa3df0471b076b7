import Testing

@testable import Terminal

@Suite struct `Text in a locale without UTF-8` {
  @Test func `becomes ASCII, and without a locale it stays UTF-8`() {
    func encoded(_ variables: [String: String]) -> String {
      PlainText.encoded("← 45° – 0→1 Größe", environment: { variables[$0] })
    }
    #expect(encoded(["LC_ALL": "C"]) == "< 45 deg - 0>1 Gr??e")
    #expect(encoded(["LANG": "de_DE.ISO-8859-1"]) == "< 45 deg - 0>1 Gr??e")
    #expect(encoded(["LANG": "C", "LC_ALL": "C.UTF-8"]) == "← 45° – 0→1 Größe")
    #expect(encoded([:]) == "← 45° – 0→1 Größe")
  }
}
