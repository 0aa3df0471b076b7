// A fault that a sanitizer must find: `planted-faults address|undefined|thread`.
// `packaging/sanitize.sh` runs it first.
import CPlanted
import Glibc

/// Reads one element beyond a buffer.
func readBeyond(_ count: Int) {
  let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
  unsafe buffer.initialize(repeating: 0, count: count)
  // The fault.
  unsafe print(buffer[count])
  unsafe buffer.deallocate()
}

/// Has two threads write the same word.
func race() {
  let word = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  unsafe word.initialize(to: 0)
  func count(_ word: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // The fault: nothing orders the writes.
    for _ in 0..<100_000 { unsafe word?.assumingMemoryBound(to: Int.self).pointee += 1 }
    return nil
  }
  var threads: [pthread_t] = [0, 0]
  for index in threads.indices { unsafe _ = pthread_create(&threads[index], nil, { unsafe count($0) }, word) }
  for thread in threads { _ = pthread_join(thread, nil) }
  unsafe print(word.pointee)
  unsafe word.deallocate()
}

// The number of arguments hides the faults from the compiler.
switch CommandLine.arguments.dropFirst().first {
case "address": readBeyond(CommandLine.arguments.count)
case "undefined": print(cplanted_shift(Int32(CommandLine.arguments.count) + 62))
case "thread": race()
default:
  print("usage: planted-faults address|undefined|thread")
  exit(64)
}
