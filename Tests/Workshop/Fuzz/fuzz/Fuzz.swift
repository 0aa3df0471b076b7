import FuzzTargets
import Glibc

/// libFuzzer's loop; its archive has no header.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Passes the target to child processes: to merge, libFuzzer starts itself with its own arguments.
private let variable = "FLICKD_FUZZ_TARGET"

/// The target that the arguments name.
private let named = CommandLine.arguments.dropFirst().first.flatMap(FuzzTarget.init)

/// The target of this run; global, because a C function cannot capture it.
private let target =
  unsafe named ?? getenv(variable).flatMap { unsafe FuzzTarget(rawValue: String(cString: $0)) }

/// Whether a planted fault must be found.
private let isSelftest = unsafe getenv("FLICKD_FUZZ_PLANT") != nil

/// The program: `fuzz TARGET [libFuzzer's arguments]`.
///
/// SwiftPM gives the `main` of a program this name; libFuzzer's own `main` supports only one
/// target.
@_cdecl("fuzz_main")
func fuzzMain(_ count: CInt, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
  guard let target else {
    print("usage: fuzz TARGET [libFuzzer's words]; targets:", FuzzTarget.allCases.map(\.rawValue))
    return 64
  }
  var left = count
  var rest = unsafe words
  if named != nil {
    unsafe setenv(variable, target.rawValue, 1)
    // The program's name replaces the target's, which libFuzzer would interpret as a folder; the
    // arguments of main live as long as the program.
    unsafe words[1] = words[0]
    left -= 1
    unsafe rest += 1
  }
  return unsafe withUnsafeMutablePointer(to: &rest) { rest in
    unsafe runDriver(&left, rest) { bytes, count in
      unsafe run(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
  }
}

private func run(_ input: [UInt8]) {
  guard let target else { return }
  if isSelftest, target != .slots { overreadIfItHasAnID(input) }
  do throws(BrokenPromise) {
    try target.run(input, isBlindToLifts: isSelftest)
  } catch {
    fatalError("\(target.rawValue): broken promise: \(error)")
  }
}

/// The planted fault of a reader: it reads one byte beyond a buffer if the input has a tracking id.
@inline(never) private func overreadIfItHasAnID(_ input: [UInt8]) {
  let word = Array("0039".utf8)
  guard input.count >= 4, (0...input.count - 4).contains(where: { Array(input[$0..<$0 + 4]) == word }) else {
    return
  }
  let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: input.count)
  unsafe buffer.initialize(from: input, count: input.count)
  unsafe print("planted:", buffer[input.count])
  unsafe buffer.deallocate()
}
