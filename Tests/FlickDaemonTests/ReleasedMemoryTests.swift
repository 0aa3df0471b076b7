import Glibc
import LinuxIO
import Panels
import Pipeline
import Recordings
import Settings
import Testing

@Suite struct `Memory of zeros` {
  private final class Large {
    var numbers = InlineArray<65536, UInt64>(repeating: 0)
  }

  @Test func `is released, and no number changes`() {
    let large = Large()
    large.numbers[0] = 1
    large.numbers[30_000] = 2
    #expect(residentPages(of: large, bytes: 500_000) > 100)
    SystemCalls.releaseZeroPages(of: large)
    #expect(residentPages(of: large, bytes: 500_000) <= 2)
    #expect(large.numbers[0] == 1 && large.numbers[30_000] == 2)
    #expect(large.numbers[29_999] == 0 && large.numbers[65_535] == 0)
  }

  @Test func `is most of an idle panel`() throws {
    let identity = PanelIdentity(panelID: "idle", source: .live)
    let setup = try #require(PanelSetup(DemoPanel.description, identity: identity, settings: Settings()))
    let panel = PanelPipeline(setup)
    let before = residentPages(of: panel, bytes: 200_000)
    SystemCalls.releaseZeroPages(of: panel)
    let after = residentPages(of: panel, bytes: 200_000)
    #expect(after * 3 < before, "\(after) of \(before) pages are left")
  }

  /// The number of whole pages in the first bytes of an object that are in memory.
  private func residentPages(of object: AnyObject, bytes: Int) -> Int {
    let page = sysconf(Int32(_SC_PAGESIZE))
    let address = unsafe Unmanaged.passUnretained(object).toOpaque()
    let begin = (Int(bitPattern: address) + page - 1) / page * page
    let end = (Int(bitPattern: address) + bytes) / page * page
    var isPresent = [UInt8](repeating: 0, count: (end - begin) / page)
    let result = unsafe mincore(UnsafeMutableRawPointer(bitPattern: begin), end - begin, &isPresent)
    #expect(result == 0)
    return isPresent.count { $0 & 1 == 1 }
  }
}
