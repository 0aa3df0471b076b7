#!/usr/bin/python3
"""Shows cards.qml, and gives it the lines of flickd's socket.

Debian: apt install python3-pyqt5.qtquick qml-module-qtquick2 qml-module-qtquick-window2
"""
import os, signal, sys, time
from PyQt5.QtCore import QObject, QTimer, QUrl, pyqtProperty, pyqtSignal, pyqtSlot
from PyQt5.QtGui import QGuiApplication
from PyQt5.QtNetwork import QLocalSocket
from PyQt5.QtQml import QQmlApplicationEngine, qmlRegisterType


def path():
    system, user = "/run/flickd/flickd.sock", f"{os.environ.get('XDG_RUNTIME_DIR')}/flickd/flickd.sock"
    return os.environ.get("FLICKD_SOCKET") or (user if os.path.exists(user) and not os.path.exists(system) else system)


class Service(QObject):
    """The connection to flickd, which it restores after a second."""

    received = pyqtSignal(str, arguments=["text"])
    lost = pyqtSignal()

    def __init__(self, parent=None):
        super().__init__(parent)
        self.reported = ""
        self.socket = QLocalSocket(self)
        self.socket.readyRead.connect(self.read)
        self.socket.errorOccurred.connect(self.explain)
        self.socket.disconnected.connect(self.lost)
        self.timer = QTimer(self, interval=1000)
        self.timer.timeout.connect(self.connect_again)
        self.timer.start()
        QTimer.singleShot(0, self.connect_again)

    def connect_again(self):
        if self.socket.state() == QLocalSocket.UnconnectedState:
            self.socket.connectToServer(path())

    def explain(self, error):
        if error == QLocalSocket.SocketAccessError:
            self.report(f"no permission for {path()}: `flickctl doctor` shows how to get it")
        elif error != QLocalSocket.PeerClosedError:
            demo = "flickd --demo" + (f" --socket {path()}" if "FLICKD_SOCKET" in os.environ else "")
            self.report(f"no flickd at {path()}: `flickctl doctor` shows why, `{demo}` starts a demo")

    def read(self):
        while self.socket.canReadLine():
            self.received.emit(bytes(self.socket.readLine()).decode())

    @pyqtSlot(str)
    def send(self, line):
        self.socket.write(line.encode() + b"\n")

    @pyqtSlot(str)
    def report(self, message):
        if message and message != self.reported:
            print(f"cards: {message}", file=sys.stderr)
        self.reported = message

    @pyqtSlot(result=float)
    def now(self):
        return time.monotonic_ns() // 1000  # CLOCK_MONOTONIC, in µs.

    @pyqtProperty(float, constant=True)
    def frameTime(self):
        return 1e6 / QGuiApplication.primaryScreen().refreshRate()  # µs


signal.signal(signal.SIGINT, signal.SIG_DFL)
app = QGuiApplication(sys.argv)
qmlRegisterType(Service, "Flickd", 1, 0, "Service")
folder = os.path.dirname(os.path.abspath(__file__))
engine = QQmlApplicationEngine(QUrl.fromLocalFile(os.path.join(folder, "cards.qml")))
sys.exit(app.exec_() if engine.rootObjects() else 70)
