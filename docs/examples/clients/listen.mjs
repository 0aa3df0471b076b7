// Prints every decision; connects again when the service goes away. Node alone, no package.
import net from "node:net";
import readline from "node:readline";

const path = process.env.FLICKD_SOCKET ?? "/run/flickd/flickd.sock";

function listen() {
  const service = net.connect(path);
  service.on("error", (error) => {
    if (error.code !== "EACCES") console.error("flickd is not there:", error.message);
    else console.error(`no permission for ${path}: \`flickctl doctor\` shows how to get it`);
  });
  service.on("close", () => setTimeout(listen, 1000));
  readline.createInterface({ input: service }).on("error", () => {}).on("line", (text) => {
    const line = JSON.parse(text);
    if (line.type === "hello") {
      service.write('{"id":1,"request":"subscribe","phases":["end","cancel"],"unit":"pt"}\n');
    }
    if (line.type === "swipe" && line.decision) {
      const { kind, direction, commit } = line.decision;
      console.log(kind, direction, commit);
    }
    if (line.type === "reply" && !line.ok) console.error("refused:", line.error.message);
    if (line.type === "bye") {
      console.error(`bye: ${line.reason}: ${line.detail}`);
      if (line.reason === "denied") process.exit(77); // Trying again is of no use.
    }
  });
}

listen();
