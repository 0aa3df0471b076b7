public import FlickProtocol

/// The rule that decides which pages may have a WebSocket, and at which level.
///
/// For each page a browser sends its origin (`Origin`) and the host that it addresses (`Host`); a
/// page cannot change either. The origin excludes foreign pages. The host excludes pages whose
/// domain name resolves to this machine (DNS rebinding). Other programs can send any value. If
/// users outside the group run such programs, the ``Gate`` after this rule requires a token, as the
/// Unix socket requires the group.
public struct Admission: Sendable {
  /// The parts of a request that the decision depends on.
  public struct Request: Sendable {
    /// The values of `Host`.
    public var hosts: [String]
    /// The values of `Origin`.
    public var origins: [String]
    /// The values of `Sec-WebSocket-Protocol`.
    public var subprotocols: [String]
    /// Whether the request is a GET that requests a WebSocket.
    public var wantsSocket: Bool

    /// What the page presents to the gate.
    var presented: Presented { Presented(offeredProtocols) }
    /// The subprotocol of the response; nil for none.
    var subprotocol: String? {
      offeredProtocols.contains { $0 == Admission.subprotocol } ? Admission.subprotocol : nil
    }
    private var offeredProtocols: [Substring] {
      subprotocols.flatMap { $0.split(separator: ",") }.map { $0.trimmingSpaces }
    }
  }

  /// The outcome of a request.
  public enum Outcome: Equatable, Sendable {
    /// Admit a page.
    case page(Page)
    /// The request is not for a WebSocket: it may be for a file.
    case file(for: Requester)
    /// Refuse the request, for this reason.
    case refused(Refusal)
  }

  /// The program that requests a file.
  public enum Requester: Equatable, Sendable {
    /// The request has no `Origin`: a page of this server, an address that a user enters, or a
    /// program that is not a browser.
    case unnamed
    /// A page of an admitted origin.
    case admitted(Origin)
    /// A page of another origin; a sandboxed page or one from a file has the origin `null`.
    case foreign
  }

  /// An admitted page.
  public struct Page: Equatable, Sendable {
    /// The page's origin.
    public var origin: Origin
    /// The page's level.
    public var level: Level
    /// The subprotocol of the response; nil for none.
    public var subprotocol: String?
    /// What the page presents to the gate.
    public var presented: Presented
  }

  /// What a page presents to be admitted.
  public struct Presented: Equatable, Sendable {
    /// The tokens; a correct request has exactly one.
    public var tokens: [String] = []
    /// The secrets of the session: one if the page wants to be recognised later.
    public var sessions: [String] = []

    /// Reads the subprotocols that a page offers.
    init(_ offeredProtocols: [Substring]) {
      for word in offeredProtocols {
        if word.hasPrefix(tokenPrefix) { tokens.append(String(word.dropFirst(tokenPrefix.count))) }
        if word.hasPrefix(sessionPrefix) { sessions.append(String(word.dropFirst(sessionPrefix.count))) }
      }
    }
  }

  /// The reason for a refusal.
  public enum Refusal: Equatable, Sendable {
    /// `Host` is missing or names another machine.
    case host
    /// `Origin` is missing or not admitted.
    case origin
    /// The token is missing or wrong.
    case token
    /// The token of the address is missing or wrong.
    case address
    /// The address has already admitted its page.
    case addressUsed
    /// The address has expired.
    case addressExpired
    /// The page of this session is already connected.
    case sessionInUse
    /// Too many wrong tokens were presented.
    case tooManyGuesses
    /// The limit of pages is reached.
    case room
    /// Another page receives the lines of the program, which are for one page.
    case otherPage
  }

  /// The subprotocol's name.
  public static let subprotocol = "flickd"
  /// The prefix of a token, as a second subprotocol.
  ///
  /// A page can set no other header of a WebSocket request. The alternative is the address, which
  /// ends up in histories, logs and error messages.
  public static let tokenPrefix = "flickd.token."
  /// The prefix of the session's secret, as a third subprotocol.
  public static let sessionPrefix = "flickd.session."

  /// The level of each admitted origin.
  public var origins: [Origin: Level]
  /// The host names that requests may use, in addition to those of this machine.
  public var names: Set<String> = []
  /// The port that requests must address.
  public var port: UInt16

  /// Returns the outcome of a request, from its headers alone.
  public func outcome(on request: Request) -> Outcome {
    guard request.hosts.count == 1, let host = HostAndPort(request.hosts[0]), (host.port ?? 80) == port,
      host.isLoopback || names.contains(host.host)
    else { return .refused(.host) }
    let named = request.origins.count == 1 ? Origin(request.origins[0]) : nil
    guard let origin = named, let level = origins[origin] else {
      if request.wantsSocket { return .refused(.origin) }
      return .file(for: request.origins.isEmpty ? .unnamed : .foreign)
    }
    guard request.wantsSocket else { return .file(for: .admitted(origin)) }
    return .page(
      Page(origin: origin, level: level, subprotocol: request.subprotocol, presented: request.presented))
  }
}

extension Admission.Refusal {
  /// The status and text of the response.
  public var answer: (status: Int, text: String) {
    switch self {
    case .host:
      (421, "the bridge does not answer under this host name: use localhost, or add the name with --host")
    case .origin: (403, "pages of this origin are not admitted: add the origin with --origin")
    case .token:
      (401, "the token is missing or wrong: send the subprotocol \(Admission.tokenPrefix)TOKEN beside flickd")
    case .address:
      (401, "the token in the address is missing or wrong: open the address that the command prints")
    case .addressUsed:
      (401, "this address was used already: run the command again, or use the tab that opened it")
    case .addressExpired: (401, "this address is older than 60 s: run the command again")
    case .sessionInUse: (409, "this page is connected already: close the other tab")
    case .tooManyGuesses: (429, "too many wrong tokens: try again in 1 s")
    case .room: (503, "the bridge has no room for another page: close a page, or raise --pages")
    case .otherPage: (503, "another page is open: close it first")
    }
  }
}
