internal import FlickProtocol

/// The keys of `[socket]`.
enum SocketKeys {
  /// Every key, in the order of the documentation.
  static var all: [Key<SocketSettings>] {
    [
      Key(
        "path", "absolute path", example: "\"/run/flickd/flickd.sock\"",
        "The path of the socket; `--socket` and `$FLICKD_SOCKET` override it."
      ) { socket, value throws(ValueError) in socket.path = try value.socketPath() },
      Key(
        "owner", "user", example: "\"flickd\"",
        "The owner of the socket, if flickd creates the socket and not the socket unit."
      ) { socket, value throws(ValueError) in socket.owner = try value.account() },
      Key(
        "group", "group", example: "\"flick\"",
        "The group whose members may connect, if flickd creates the socket and not the socket unit."
      ) { socket, value throws(ValueError) in socket.group = try value.account() },
      Key(
        "positions", "groups", example: "[\"kiosk-admin\"]",
        "Groups whose members receive everything, as do root and flickd's own user."
      ) { socket, value throws(ValueError) in socket.positions = try value.accounts() },
      Key(
        "motion", "groups", example: "[\"flick\"]",
        "Groups whose members receive every phase, but no positions. Includes the socket's group, unless another list names it."
      ) { socket, value throws(ValueError) in socket.motion = try value.accounts() },
      Key(
        "decisions", "groups", example: "[\"kiosk\"]",
        "Groups whose members receive only ends and cancels. flickd refuses users in none of the three lists."
      ) { socket, value throws(ValueError) in socket.decisions = try value.accounts() },
    ]
  }
}
