import Foundation
import LinuxIO
import Testing

@Suite struct `A temporary folder` {
  @Test func `belongs to this user alone, and is removed with its files`() throws {
    let path: String
    do {
      let folder = try TemporaryFolder("flickd-test")
      path = folder.path
      #expect(try SystemCalls.target(of: path)?.mode == 0o700)
      #expect(FileManager.default.createFile(atPath: "\(path)/left", contents: nil))
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `has another name each time`() throws {
    let one = try TemporaryFolder("flickd-test")
    let other = try TemporaryFolder("flickd-test")
    #expect(one.path != other.path)
  }
}
