internal import NIOCore

/// The other end of a page's WebSocket: flickd, or the program that serves the page.
///
/// Every call is on the page's event loop.
protocol PagePeer: AnyObject {
  /// Why the page's WebSocket must close; nil while it stays open.
  var ending: Ending? { get }
  /// The number of bytes that may wait in the page's buffer before the page counts as too slow.
  var maxBufferedBytes: Int { get }
  /// Begins for a connected page.
  func open(for page: PageHandler, on channel: any Channel)
  /// Handles a message of the page.
  func receive(fromPage line: [UInt8])
  /// Closes the page's WebSocket after the lines that wait for the page.
  func end(_ code: Ending.Code, _ reason: String)
  /// Returns and removes the lines that wait for the page.
  func drainPageLines() -> [[UInt8]]
  /// Sends the requests that wait in the other direction; reads more lines for the page if it has
  /// room for them.
  func forwardRequests(readingMore: Bool)
  /// Ends, because the page is gone or is being closed.
  func close()
}
