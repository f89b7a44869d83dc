import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { setImmediate as afterReads, setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../free-port.ts";

/** Where in a session a fault happens; before a recipient is named it affects every mail. */
type Stage = "connect" | "banner" | "EHLO" | "STARTTLS" | "AUTH" | "MAIL" | "RCPT" | "DATA" | After;
/** After a mail's last line: before it is accepted, after that but without a reply, and after its 250. */
type After = "dot" | "unsaid" | "said";

/** What a bad relay does there: it refuses connections, hangs, resets, says something, says it letter by letter, or never ends. */
export type Fault = { at: Stage; does: { says: string } | "refuses" | "hangs" | "resets" | "dribbles" | "never ends" };

export type BadRelay = {
  port: number;
  /** The Message-IDs of the accepted mails, in order. */
  taken: string[];
  /** Changes its fault: for mails to `foundBadBy`, or for everybody at an earlier stage; null removes it. */
  turn(fault: Fault | null): Promise<void>;
  close(): Promise<void>;
};

/** The domain whose mails are affected once the recipient is named. */
export const unlucky = "unlucky.example";
const answers: Partial<Record<Stage, string>> = { MAIL: "250 Go on", RCPT: "250 Go on", DATA: "354 Go on" };
const letterMs = 300;

/** Opens a relay that works well until changed. */
export async function openBadRelay(): Promise<BadRelay> {
  const accepted: string[] = [];
  const open = new Set<Socket>();
  let fault: Fault | null = null;

  /** Applies the fault if it belongs to this stage, and otherwise says the usual. Returns whether the session goes on. */
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
    socket.on("error", () => undefined); // Clients treated like this may hang up at any time.
    if (isFaulty(socket, "connect", "")) return;
    if (!isFaulty(socket, "banner", "")) socket.write("220 relay.example ESMTP\r\n");
    let to = "";
    let mail: string[] | null = null;
    const take = async (lines: string[]) => {
      if (isFaulty(socket, "dot", to)) return;
      accepted.push(/^Message-ID:\s*<(.+)>/im.exec(lines.join("\n"))?.[1] ?? "none");
      if (isFaulty(socket, "unsaid", to)) return;
      socket.write("250 Thank you\r\n");
      await sleep(letterMs);
      // After a stall too, the mailer in this same process reads it first.
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
    taken: accepted,
    async turn(next) {
      if (fault?.does === "refuses") await listen(server, port);
      fault = next;
      if (fault?.does === "refuses") server.close();
      // Connected clients reconnect, and find the change.
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
