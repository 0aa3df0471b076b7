/// One view, and the clients that share it.
final class SharedView {
  var delivery: ViewDelivery

  init(_ delivery: consuming ViewDelivery) {
    self.delivery = delivery
  }
}
