import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createSecureServer, type SecureContextOptions } from "node:tls";

/** A mail in the mailbox: its number, when it came, and its bytes. */
export type KeptMail = { uid: number; at: Date; bytes: Buffer; flags: Set<string> };

/** What the server does with a command: answers it, breaks the connection, never answers, refuses it, or answers with other bytes. */
export type Treatment = "answer" | "cut" | "stall" | "refuse" | { says: string };

/** A mailbox of somebody's mail provider, read by IMAP (RFC 3501) over TLS. */
export type ImapStandIn = {
  /** For the setting of that name: every address leads here. */
  outside: {
    addressesOf(name: string): Promise<readonly string[]>;
    placeOf(address: string, port: number): { host: string; port: number };
  };
  /** The inbox, in the order of the numbers. A test may change it. */
  mails: KeptMail[];
  /** Copies of what was sent, put there by APPEND. */
  sent: KeptMail[];
  uidValidity: number;
  user: string;
  password: string;
  /** Whether it offers to tell of new mail by itself. */
  hasIdle: boolean;
  /** All commands so far, without their tags and passwords. */
  commands: string[];
  /** How it treats a command. */
  treats: (command: string) => Treatment;
  /** How many connections are open. */
  readonly connections: number;
  /** Puts a mail into the inbox and tells whoever waits; returns its number. */
  deliver(mail: string | Buffer, at?: Date): number;
  /** Breaks all connections. */
  cut(): void;
  close(): Promise<void>;
};

type Session = {
  socket: Socket;
  isSignedIn: boolean;
  folder: "INBOX" | "Sent" | null;
  /** The tag of its IDLE, while that lasts. */
  idles: string | null;
};

/** Starts one. Names are what has an address; without a certificate it speaks no TLS. */
export async function startImapServer(
  names: Record<string, readonly string[]>,
  certificate: Pick<SecureContextOptions, "cert" | "key"> | null,
): Promise<ImapStandIn> {
  const sessions = new Set<Session>();
  let next = 1;
  const greet = (socket: Socket) => {
    const session: Session = { socket, isSignedIn: false, folder: null, idles: null };
    sessions.add(session);
    socket.on("close", () => sessions.delete(session)).on("error", () => undefined);
    readLines(socket, (line, literal) => answer(standIn, session, line, literal));
    socket.write("* OK ready\r\n");
  };
  const server: Server = certificate ? createSecureServer(certificate, greet) : createServer(greet);
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stand-in has no port");
  const standIn: ImapStandIn = {
    outside: {
      addressesOf: async (name) => names[name] ?? [],
      placeOf: () => ({ host: "127.0.0.1", port: address.port }),
    },
    mails: [],
    sent: [],
    uidValidity: 1,
    user: "shop",
    password: "open sesame",
    hasIdle: true,
    commands: [],
    treats: () => "answer",
    get connections() {
      return sessions.size;
    },
    deliver(mail, at = new Date()) {
      next = Math.max(next, ...standIn.mails.map(({ uid }) => uid + 1));
      standIn.mails.push({ uid: next, at, bytes: Buffer.from(mail), flags: new Set() });
      for (const session of sessions)
        if (session.idles !== null) session.socket.write(`* ${standIn.mails.length} EXISTS\r\n`);
      next += 1;
      return next - 1;
    },
    cut() {
      for (const { socket } of sessions) socket.destroy();
    },
    async close() {
      standIn.cut();
      server.close();
      await once(server, "close");
    },
  };
  return standIn;
}

/** Reads commands line by line; one that ends with a literal waits for that. */
function readLines(socket: Socket, onLine: (line: string, literal: Buffer | null) => void): void {
  let unread = Buffer.alloc(0);
  let waits: { line: string; size: number } | null = null;
  socket.on("data", (bytes) => {
    unread = Buffer.concat([unread, bytes]);
    for (;;) {
      if (waits) {
        if (unread.length < waits.size + 2) return;
        const literal = Buffer.from(unread.subarray(0, waits.size));
        unread = unread.subarray(waits.size + 2);
        onLine(waits.line, literal);
        waits = null;
        continue;
      }
      const end = unread.indexOf("\r\n");
      if (end < 0) return;
      const line = unread.subarray(0, end).toString();
      unread = unread.subarray(end + 2);
      const size = /\{(\d+)\}$/.exec(line)?.[1];
      if (size === undefined) onLine(line, null);
      else {
        waits = { line, size: Number(size) };
        socket.write("+ go on\r\n");
      }
    }
  });
}

function answer(standIn: ImapStandIn, session: Session, line: string, literal: Buffer | null): void {
  const { socket } = session;
  if (session.idles !== null) {
    if (line === "DONE") socket.write(`${session.idles} OK done\r\n`);
    session.idles = null;
    return;
  }
  const [, tag = "", command = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
  standIn.commands.push(command.replace(/^(LOGIN ".*?") .*/, "$1"));
  const treatment = standIn.treats(command);
  if (treatment === "cut") return void socket.destroy();
  if (treatment === "stall") return;
  if (treatment === "refuse") return void socket.write(`${tag} NO not now\r\n`);
  if (typeof treatment === "object") return void socket.write(treatment.says);
  perform(standIn, session, { tag, command, literal });
}

function perform(
  standIn: ImapStandIn,
  session: Session,
  { tag, command, literal }: { tag: string; command: string; literal: Buffer | null },
): void {
  const { socket } = session;
  const verb = /^(?:UID )?\S+/.exec(command)?.[0].toUpperCase() ?? "";
  const done = (words = "OK done") => socket.write(`${tag} ${words}\r\n`);
  const mails = session.folder === "Sent" ? standIn.sent : standIn.mails;
  switch (verb) {
    case "CAPABILITY":
      socket.write(`* CAPABILITY IMAP4rev1 UIDPLUS${standIn.hasIdle ? " IDLE" : ""}\r\n`);
      return void done();
    case "LOGIN": {
      const [, user, password] = /^LOGIN "(.*)" "(.*)"$/.exec(command) ?? [];
      session.isSignedIn = user === standIn.user && password === standIn.password;
      return void done(session.isSignedIn ? "OK signed in" : "NO [AUTHENTICATIONFAILED] Invalid credentials");
    }
    case "NOOP":
      return void done();
    case "LOGOUT":
      socket.write("* BYE until later\r\n");
      return void socket.end(`${tag} OK done\r\n`);
    default:
  }
  if (!session.isSignedIn) return void done("NO sign in first");
  switch (verb) {
    case "LIST":
      if (command.endsWith('"" ""')) socket.write('* LIST (\\Noselect) "/" ""\r\n');
      for (const { name, use } of [
        { name: "INBOX", use: "" },
        { name: "Sent", use: "\\Sent" },
      ])
        if (/[%*]"?$/.test(command) || command.includes(name)) socket.write(`* LIST (${use}) "/" "${name}"\r\n`);
      return void done();
    case "EXAMINE":
    case "SELECT": {
      const name = /"?(\w+)"?$/.exec(command)?.[1] ?? "";
      if (name !== "INBOX" && name !== "Sent") return void done("NO [NONEXISTENT] No such mailbox");
      session.folder = name;
      const count = (name === "Sent" ? standIn.sent : standIn.mails).length;
      socket.write(
        `* FLAGS (\\Seen \\Deleted)\r\n* ${count} EXISTS\r\n* OK [UIDVALIDITY ${standIn.uidValidity}] valid\r\n* OK [UIDNEXT 900000] next\r\n`,
      );
      return void done(`OK [READ-${verb === "EXAMINE" ? "ONLY" : "WRITE"}] open`);
    }
    case "UID SEARCH": {
      const from = Number(/UID (\d+):\*/i.exec(command)?.[1] ?? 1);
      const since = Date.parse(`${/SINCE "?([\w-]+)"?/i.exec(command)?.[1] ?? "1-Jan-1970"} UTC`);
      const last = mails.at(-1)?.uid ?? 0;
      const found = mails.filter(({ uid, at }) => (uid >= from || uid === last) && at.getTime() >= since);
      const wanted = /HEADER Message-ID "?<?([^>"\s]+)/i.exec(command)?.[1];
      const hits = wanted ? found.filter(({ bytes }) => bytes.includes(wanted)) : found;
      socket.write(`* SEARCH ${hits.map(({ uid }) => uid).join(" ")}\r\n`.replace(" \r\n", "\r\n"));
      return void done();
    }
    case "UID FETCH": {
      const [, set = ""] = /^UID FETCH (\S+)/.exec(command) ?? [];
      const asked = new Set(set.split(",").map(Number));
      const [, start, length] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/.exec(command) ?? [];
      for (const [at, { uid, bytes }] of mails.entries()) {
        if (!asked.has(uid)) continue;
        const head = `* ${at + 1} FETCH (UID ${uid} RFC822.SIZE ${bytes.length}`;
        if (start === undefined) socket.write(`${head})\r\n`);
        else {
          const piece = bytes.subarray(Number(start), Number(start) + Number(length));
          socket.write(`${head} BODY[]<${start}> {${piece.length}}\r\n`);
          socket.write(piece);
          socket.write(")\r\n");
        }
      }
      return void done();
    }
    case "IDLE":
      session.idles = tag;
      return void socket.write("+ idling\r\n");
    case "APPEND": {
      const uid = (standIn.sent.at(-1)?.uid ?? 0) + 1;
      standIn.sent.push({ uid, at: new Date(), bytes: literal ?? Buffer.alloc(0), flags: new Set(["\\Seen"]) });
      return void done(`OK [APPENDUID ${standIn.uidValidity} ${uid}] stored`);
    }
    default:
      return void done("BAD unknown command");
  }
}
