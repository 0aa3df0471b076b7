public import FlickProtocol

/// Who may have a WebSocket, and what they may know.
///
/// A browser says of each page where it comes from (`Origin`) and whom the page believes to talk to
/// (`Host`), and no page can make it say otherwise. The first keeps foreign pages out; the second
/// those that have their name lead to this machine (DNS rebinding). Other programs can claim both:
/// where users outside the group run such, the ``Gate`` behind this rule asks for a token, and the
/// Unix socket's group for what they may know otherwise.
public struct Admission: Sendable {
  /// What is known of a request before anything is done for it.
  public struct Asked: Sendable {
    /// The values of `Host`.
    public var hosts: [String]
    /// The values of `Origin`.
    public var origins: [String]
    /// The values of `Sec-WebSocket-Protocol`.
    public var subprotocols: [String]
    /// Whether it is a GET that asks for a WebSocket.
    public var wantsSocket: Bool

    /// Creates what a request asks.
    public init(hosts: [String], origins: [String], subprotocols: [String], wantsSocket: Bool) {
      self.hosts = hosts
      self.origins = origins
      self.subprotocols = subprotocols
      self.wantsSocket = wantsSocket
    }
  }

  /// What is done for it.
  public enum Verdict: Equatable, Sendable {
    /// A page that may be told as much; `subprotocol` is what it is to be answered with, where it
    /// asked for one.
    case page(Page)
    /// No WebSocket is asked for: a file, perhaps.
    case file(origin: Origin?)
    /// Nothing, and why.
    case refused(Refusal)
  }

  /// A page that was admitted.
  public struct Page: Equatable, Sendable {
    /// Where it comes from.
    public var origin: Origin
    /// What it may know.
    public var level: Level
    /// The subprotocol to answer with, nil for none.
    public var subprotocol: String?
    /// What it presents to the gate.
    public var presented: Presented
  }

  /// What a page presents to be admitted.
  public struct Presented: Equatable, Sendable {
    /// The tokens: one, if it is right.
    public var tokens: [String] = []
    /// The secrets by which it would be known again: one, if it wants that.
    public var sessions: [String] = []

    /// Creates what the words of `Sec-WebSocket-Protocol` contain.
    init(_ words: [Substring]) {
      for word in words {
        if word.hasPrefix(tokenPrefix) { tokens.append(String(word.dropFirst(tokenPrefix.count))) }
        if word.hasPrefix(sessionPrefix) { sessions.append(String(word.dropFirst(sessionPrefix.count))) }
      }
    }
  }

  /// Why a request is refused.
  public enum Refusal: Equatable, Sendable {
    /// `Host` names another machine, or none.
    case host
    /// `Origin` is not on the list, or not there.
    case origin
    /// The token is missing or another.
    case token
    /// The token of the address is missing or another.
    case address
    /// The address has admitted its page.
    case addressUsed
    /// The address was not used in time.
    case addressExpired
    /// The page of this session is connected already.
    case sessionInUse
    /// Too many wrong tokens were presented.
    case tooManyGuesses
    /// As many pages are served as may be.
    case room
  }

  /// The subprotocol's name.
  public static let subprotocol = "flickd"
  /// What a token is written behind, as a second subprotocol.
  ///
  /// A browser lets a page set no header of a WebSocket's request but this one. The other way would
  /// be the address, which ends up in histories, logs and error messages.
  public static let tokenPrefix = "flickd.token."
  /// What the secret is written behind by which a page is known again, as a third.
  public static let sessionPrefix = "flickd.session."

  /// What pages of each origin may know.
  public var origins: [Origin: Level]
  /// The names under which it may be asked, beside those that mean this machine.
  public var names: Set<String>
  /// The port at which it is asked.
  public var port: UInt16

  /// Creates the rule.
  public init(origins: [Origin: Level], names: Set<String> = [], port: UInt16) {
    self.origins = origins
    self.names = names
    self.port = port
  }

  /// What is done for a request, as far as it says so itself.
  public func verdict(on asked: Asked) -> Verdict {
    guard asked.hosts.count == 1, let host = HostAndPort(asked.hosts[0]), (host.port ?? 80) == port,
      host.isLoopback || names.contains(host.host)
    else { return .refused(.host) }
    let origin = asked.origins.count == 1 ? Origin(asked.origins[0]) : nil
    guard asked.wantsSocket else { return .file(origin: origin) }
    guard let origin, let level = origins[origin] else { return .refused(.origin) }
    let said = asked.subprotocols.flatMap { $0.split(separator: ",") }.map { $0.trimmingSpaces }
    return .page(
      Page(
        origin: origin, level: level,
        subprotocol: said.contains { $0 == Self.subprotocol } ? Self.subprotocol : nil,
        presented: Presented(said)))
  }
}

extension Admission.Refusal {
  /// The status of the answer and its words.
  public var answer: (status: Int, words: String) {
    switch self {
    case .host:
      (
        421,
        "this is not the host that was asked for: the bridge answers to localhost, or to what --host names"
      )
    case .origin:
      (403, "pages of this origin are not admitted: the bridge is told of those that are by --origin")
    case .token:
      (
        401,
        "the token is missing or wrong: it is to be the subprotocol \(Admission.tokenPrefix)TOKEN beside flickd"
      )
    case .address:
      (401, "the token of the address is missing or wrong: open the address that flickctl gallery prints")
    case .addressUsed:
      (401, "this address was used already: start flickctl gallery again, or use the tab that opened it")
    case .addressExpired: (401, "this address is older than 60 s: start flickctl gallery again")
    case .sessionInUse: (409, "this page is connected already: close it in the other tab")
    case .tooManyGuesses: (429, "too many wrong tokens were presented: the next is compared in 1 s")
    case .room: (503, "as many pages are connected as the bridge serves")
    }
  }
}
