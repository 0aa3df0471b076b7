/// The keys of `[socket]`.
enum SocketKeys {
  /// Every key, in the order of the documentation.
  static let all: [Key<SocketSettings>] = [
    Key(
      "path", "absolute path", example: "\"/run/flickd/flickd.sock\"",
      "Where subscribers connect; `--socket` and `$FLICKD_SOCKET` come before it."
    ) { socket, value throws(ValueError) in socket.path = try value.socketPath() },
    Key(
      "owner", "user", example: "\"flickd\"",
      "Who owns the socket, where flickd makes it itself and not the socket unit."
    ) { socket, value throws(ValueError) in socket.owner = try value.account() },
    Key(
      "group", "group", example: "\"flick\"",
      "Whose members may connect, where flickd makes the socket itself and not the socket unit."
    ) { socket, value throws(ValueError) in socket.group = try value.account() },
    Key(
      "positions", "groups", example: "[\"kiosk-admin\"]",
      "Groups whose members are told everything, as root and flickd's own user are."
    ) { socket, value throws(ValueError) in socket.positions = try value.accounts() },
    Key(
      "motion", "groups", example: "[\"flick\"]",
      "Groups whose members are told every phase, but no place on the glass; the socket's own group, unless another list names it."
    ) { socket, value throws(ValueError) in socket.motion = try value.accounts() },
    Key(
      "decisions", "groups", example: "[\"kiosk\"]",
      "Groups whose members are told ends and cancels alone. Who is in no group of the three is turned away."
    ) { socket, value throws(ValueError) in socket.decisions = try value.accounts() },
  ]
}
