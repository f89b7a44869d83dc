import { once } from "node:events";
import { createServer, type Socket } from "node:net";

// node stand-ins/clamd.ts [PORT]: a virus scanner that knows one virus, the test file of EICAR. A Deskhand uses it with
// CLAMD_URL=tcp://localhost:PORT.

/** How it behaves: correctly, silently, with nonsense, or hanging up in the middle. */
type Manner = "careful" | "silent" | "puzzling" | "gone";

export type ClamdStandIn = {
  place: { host: string; port: number };
  /** The size in bytes of each complete stream. */
  scanned: number[];
  manner: Manner;
  close(): Promise<void>;
};

/** In two pieces, or virus scanners would report this file. */
export const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

/** Starts the stand-in on a port, 0 for a free one; it accepts streams of at most `mostBytes`. */
export async function startClamd({ port = 0, mostBytes = 25 * 1024 * 1024 } = {}): Promise<ClamdStandIn> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    takeCommand(socket, standIn, mostBytes);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stand-in has no port");
  const standIn: ClamdStandIn = {
    place: { host: "127.0.0.1", port: address.port },
    scanned: [],
    manner: "careful",
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return standIn;
}

function takeCommand(socket: Socket, standIn: ClamdStandIn, mostBytes: number): void {
  let unread = Buffer.alloc(0);
  let isStream = false;
  const pieces: Buffer[] = [];
  let size = 0;
  let isOver = false;
  // It hangs up at once, even if more is arriving.
  const say = (words: string) => {
    isOver = true;
    socket.write(`${words}\0`, () => socket.destroy());
  };
  socket.on("data", (bytes) => {
    if (isOver) return;
    if (standIn.manner === "silent") return;
    if (standIn.manner === "gone") return void socket.destroy();
    unread = Buffer.concat([unread, bytes]);
    if (!isStream) {
      const end = unread.indexOf(0);
      if (end < 0) return;
      if (unread.toString("latin1", 0, end) !== "zINSTREAM") return void say("UNKNOWN COMMAND");
      isStream = true;
      unread = unread.subarray(end + 1);
    }
    while (unread.length >= 4) {
      const length = unread.readUInt32BE();
      if (length === 0) return void say(standIn.manner === "puzzling" ? "Can't allocate memory ERROR" : judge());
      if (size + length > mostBytes) return void say("INSTREAM size limit exceeded. ERROR");
      if (unread.length < 4 + length) return;
      pieces.push(unread.subarray(4, 4 + length));
      size += length;
      unread = unread.subarray(4 + length);
    }
  });
  function judge(): string {
    standIn.scanned.push(size);
    return Buffer.concat(pieces).includes(eicar) ? "stream: Eicar-Signature FOUND" : "stream: OK";
  }
}

if (import.meta.main) {
  const { place } = await startClamd({ port: Number(process.argv[2] ?? 0) });
  console.log(`CLAMD_URL=tcp://${place.host}:${place.port}`);
}
