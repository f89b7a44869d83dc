import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { setImmediate as afterReads, setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../free-port.ts";

/** Where in a session something happens; what comes before a recipient is named concerns every mail. */
type Stage = "connect" | "banner" | "EHLO" | "STARTTLS" | "AUTH" | "MAIL" | "RCPT" | "DATA" | After;
/** After a mail's last line: before it is taken, when it is taken and nothing was said yet, and after its 250. */
type After = "dot" | "unsaid" | "said";

/** What a bad relay does there: it lets nobody in, says nothing any more, breaks off, says something, says it letter by letter, or does so without end. */
export type Fault = { at: Stage; does: { says: string } | "refuses" | "hangs" | "resets" | "dribbles" | "never ends" };

export type BadRelay = {
  port: number;
  /** The Message-IDs of the mails that it took, in order. */
  taken: string[];
  /** From now on it is as bad as this to mails for `foundBadBy`, or to everybody at what comes before; null mends it. */
  turn(fault: Fault | null): Promise<void>;
  close(): Promise<void>;
};

/** Whose mails a fault concerns that comes once the recipient is named. */
export const unlucky = "unlucky.example";
const answers: Partial<Record<Stage, string>> = { MAIL: "250 Go on", RCPT: "250 Go on", DATA: "354 Go on" };
const letterMs = 300;

/** Opens a relay that is good until it is turned. */
export async function openBadRelay(): Promise<BadRelay> {
  const taken: string[] = [];
  const open = new Set<Socket>();
  let fault: Fault | null = null;

  /** Does what the fault is, if it is one of this stage; else says the usual. Whether the session goes on. */
  function isFaulty(socket: Socket, stage: Stage, to: string): boolean {
    if (fault?.at !== stage) return false;
    const isOfMail = ["RCPT", "DATA", "dot", "unsaid", "said"].includes(stage);
    if (isOfMail && !to.endsWith(unlucky)) return false;
    const { does } = fault;
    if (does === "resets") socket.resetAndDestroy();
    else if (does === "dribbles") dribble(socket, "250 Thank you\r\n");
    else if (does === "never ends") dribble(socket, "250-Wait\r\n".repeat(1_000));
    else if (typeof does === "object") socket.write(`${does.says}\r\n`);
    return true;
  }

  const server = createServer(async (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => undefined); // Whom it treats like this hangs up as it likes.
    if (isFaulty(socket, "connect", "")) return;
    if (!isFaulty(socket, "banner", "")) socket.write("220 relay.example ESMTP\r\n");
    let to = "";
    let mail: string[] | null = null;
    const take = async (lines: string[]) => {
      if (isFaulty(socket, "dot", to)) return;
      taken.push(/^Message-ID:\s*<(.+)>/im.exec(lines.join("\n"))?.[1] ?? "none");
      if (isFaulty(socket, "unsaid", to)) return;
      socket.write("250 Thank you\r\n");
      await sleep(letterMs);
      // Also after a stall the mailer, of this same process, reads that first.
      await afterReads();
      isFaulty(socket, "said", to);
    };
    for await (const line of createInterface({ input: socket })) {
      if (mail !== null) {
        if (line !== ".") mail.push(line);
        else {
          void take(mail);
          mail = null;
        }
        continue;
      }
      const stage = stageOf(line);
      if (stage === "RCPT") to = /<(.*)>/.exec(line)?.[1] ?? "";
      if (stage === null)
        socket.write(`${line === "QUIT" ? "221 Bye" : line === "RSET" ? "250 Go on" : "502 What?"}\r\n`);
      else if (isFaulty(socket, stage, to)) continue;
      else if (stage === "EHLO")
        socket.write(`250-relay.example\r\n${fault?.at === "STARTTLS" ? "250-STARTTLS\r\n" : ""}250 AUTH PLAIN\r\n`);
      else if (stage === "AUTH") socket.write("235 Welcome\r\n");
      else socket.write(`${answers[stage] ?? "502 What?"}\r\n`);
      if (stage === "DATA") mail = [];
    }
  });
  const port = await freePort();
  await listen(server, port);
  return {
    port,
    taken,
    async turn(next) {
      if (fault?.does === "refuses") await listen(server, port);
      fault = next;
      if (fault?.does === "refuses") server.close();
      // Who is connected already comes again, and finds it changed.
      await Promise.all(
        [...open].map((socket) => {
          const closed = once(socket, "close");
          socket.destroy();
          return closed;
        }),
      );
    },
    async close() {
      const closed = once(server.close(), "close");
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

function stageOf(line: string): Stage | null {
  const word = /^[A-Z]+/i.exec(line)?.[0].toUpperCase();
  if (word === "HELO") return "EHLO";
  return word === "EHLO" ||
    word === "STARTTLS" ||
    word === "AUTH" ||
    word === "MAIL" ||
    word === "RCPT" ||
    word === "DATA"
    ? word
    : null;
}

function dribble(socket: Socket, text: string): void {
  let at = 0;
  const clock = setInterval(() => {
    if (at < text.length) socket.write(text[at++] ?? "");
  }, letterMs);
  socket.once("close", () => clearInterval(clock));
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}
