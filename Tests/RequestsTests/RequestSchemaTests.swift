import TestKit
import Testing

@Suite struct `The schema of requests` {
  @Test func `accepts and rejects the same requests as flickd`() throws {
    let schema = try ProtocolSchema.read()
    let accepted = try RequestAgreement.check(2000, seed: 77, schema: schema)
    #expect(accepted > 400)
    let wide = `A subscribe line`.bad.map { "{\"id\":1,\"request\":\"subscribe\",\($0.fields)}" }
    let zones = `A zone in a subscribe line`.bad.map {
      "{\"id\":1,\"request\":\"subscribe\",\"zones\":[{\"name\":\"z\",\($0.fields)}]}"
    }
    // A schema cannot express how a number is written, or which deceleration rate exceeds 10 s of
    // projection. OrderedJSON rejects a duplicate key and a number beyond Double.
    let beyond = ["[1.0]", "0.99999"]
    for line in wide + zones where !beyond.contains(where: line.contains) {
      guard let json = try? OrderedJSON(line) else { continue }
      #expect(!schema.faults(of: json, by: "request").isEmpty, "\(line)")
    }
  }
}
