import { createServer, type Server } from "node:net";
import { listenOn } from "./listen-on.ts";

export type MailSink = { port: number; close(): void };

/** Starts a mail server that accepts every mail and drops it: the agents' replies go there. */
export async function startMailSink(): Promise<MailSink> {
  const server: Server = createServer((socket) => {
    let isData = false;
    let tail = "";
    socket.setEncoding("latin1");
    socket.on("error", () => socket.destroy()); // The tested server may stop in the middle.
    socket.write("220 sink\r\n");
    socket.on("data", (piece: string) => {
      tail += piece;
      if (isData) {
        if (!tail.endsWith("\r\n.\r\n")) {
          tail = tail.slice(-5);
          return;
        }
        isData = false;
        tail = "";
        socket.write("250 taken\r\n");
        return;
      }
      if (!tail.endsWith("\r\n")) return;
      for (const line of tail.trim().split("\r\n")) {
        if (/^data/i.test(line)) {
          isData = true;
          socket.write("354 go on\r\n");
        } else if (/^quit/i.test(line)) socket.end("221 bye\r\n");
        else socket.write("250 ok\r\n");
      }
      tail = "";
    });
  });
  return { port: await listenOn(server, 0), close: () => server.close() };
}
