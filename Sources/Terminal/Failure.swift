package import ArgumentParser
package import FlickProtocol
package import LinuxIO

/// Prints a message on standard error, and returns the exit code that ends the command.
package func failure(_ code: FlickProtocol.ExitCode, _ text: String) -> ArgumentParser.ExitCode {
  note(text)
  return ArgumentParser.ExitCode(code.rawValue)
}

/// Returns the exit code for an error of the system, after printing the error.
package func failure(_ error: SystemCallError) -> ArgumentParser.ExitCode {
  failure(.unavailable, error.explained)
}

/// Returns the result of `body`; an error of the system becomes a message and the exit code 69.
package func available<Value: ~Copyable>(_ body: () throws(SystemCallError) -> Value) throws -> Value {
  try Result { () throws(SystemCallError) in try body() }
    .mapError { failure($0) }.get()
}
