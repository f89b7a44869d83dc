import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import type { Readable } from "node:stream";
import type { DoorReason } from "@deskhand/contract/vocabulary";
import { SMTPServer } from "smtp-server";
import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { AddressList } from "../dns/address-list.ts";
import { isNoRoom } from "../error-code.ts";
import { countRefusals, type DoorRefusal } from "./count-refusals.ts";
import { feedDataByChunks } from "./feed-data.ts";
import { MailNotNow } from "./mail-not-now.ts";
import { readPath } from "./read-path.ts";
import { OpenSessions, type SmtpLimits, smtpLimits, watchSessions } from "./watch-sessions.ts";

/** An arriving mail; `stream` ends with its last byte, or fails if the sender disconnects or sends too much. */
type IncomingMail = {
  /** Empty for a bounce's null path. */
  from: string;
  recipients: string[];
  stream: AsyncIterable<Buffer>;
  /** The sending host's address, and the name it gave. */
  remoteHost: string;
  helo: string;
  /** The announced size (RFC 1870); 0 if there was none. */
  announced: number;
};

export type SmtpReceiverOptions = {
  host?: string;
  port: number;
  /** A listening server to take over. */
  listener?: Server | undefined;
  /** The name in the server's greeting. */
  hostname: string;
  tls: { cert: string; key: string };
  maxBytes: number;
  /** Addresses and networks without limits on sessions. */
  unlimitedHosts?: readonly string[];
  /** Overrides limits, for tests. */
  limits?: Partial<SmtpLimits>;
  /** Whether the address is accepted; otherwise it is refused with 550. Rejects with `MailNotNow` for 452. */
  isRecipient(address: string, mail: Pick<IncomingMail, "remoteHost" | "announced">): Promise<boolean>;
  /** Rejects with `MailNotNow`, for 452, if a mail of the announced size cannot be accepted from that host. */
  expect?(mail: Pick<IncomingMail, "remoteHost" | "announced">): Promise<void>;
  /**
   * Resolves once the mail is durable: only then does the sender get 250; otherwise 451, or 452 for `MailNotNow`, and
   * retries.
   */
  accept(mail: IncomingMail): Promise<void>;
  /** Called for each refused mail or recipient whose addresses are known. */
  onRefused?(refusal: DoorRefusal): void;
  onError(error: Error): void;
};

export type SmtpReceiver = {
  port: number;
  /** Number of open sessions. */
  sessions(): number;
  /** Accepts no more mail, finishes running transfers (up to 20 s) and closes. */
  close(): Promise<void>;
};

const closeMs = 20_000;

/** Starts an SMTP receiver (RFC 5321) with STARTTLS and no sign-in; it only accepts mail for its own recipients. */
export async function startSmtpReceiver(options: SmtpReceiverOptions): Promise<SmtpReceiver> {
  const { isRecipient, expect, accept, maxBytes, onError, onRefused = () => undefined } = options;
  const limits: SmtpLimits = { ...smtpLimits, ...options.limits };
  const unlimited = new AddressList(options.unlimitedHosts ?? []);
  const open = new OpenSessions(limits);
  const receiving = new Set<string>();
  let isClosing = false;

  const refusals = countRefusals(onRefused);
  feedDataByChunks();
  acceptUnusualAddresses();
  const server = new SMTPServer({
    name: options.hostname,
    banner: "Deskhand",
    key: options.tls.key,
    cert: options.tls.cert,
    authOptional: true,
    // Includes two joke commands of the library.
    disabledCommands: ["AUTH", "WIZ", "SHELL"],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    size: maxBytes,
    rejectOversized: true,
    socketTimeout: limits.idleMs,
    logger: {
      debug({ tnx, cid = "", command = "" }: { tnx?: string; cid?: string; command?: string }, _: string, said = "") {
        if (tnx === "send") refusals.recordReply(cid, String(said));
        if (tnx !== "command") return;
        refusals.recordCommand(cid, command, String(said));
        watch.recordCommand(cid);
      },
    },
    onConnect(session, callback) {
      if (!unlimited.has(session.remoteAddress)) watch.begin(session.id);
      callback();
    },
    onClose({ id }) {
      watch.forget(id);
      refusals.forget(id);
    },
    onMailFrom({ args }, { id, remoteAddress: remoteHost }, callback) {
      const announced = announcedIn(args);
      if (announced === 0 || !expect) return callback();
      expect({ remoteHost, announced }).then(
        () => callback(),
        (error) => {
          if (error instanceof MailNotNow) refusals.refuseMail(id, error.why);
          callback(refusalOf(error, onError));
        },
      );
    },
    onRcptTo({ address }, session, callback) {
      if (session.envelope.rcptTo.length >= limits.recipients) return callback(refusal(452, "Too many recipients"));
      const { mailFrom } = session.envelope;
      const announced = announcedIn(mailFrom ? mailFrom.args : false);
      isRecipient(address, { remoteHost: session.remoteAddress, announced }).then(
        (isOurs) => {
          if (!isOurs) onRefused({ reason: "unknown_recipient", addresses: [address] });
          watch.count(session.id, isOurs);
          callback(isOurs ? null : refusal(550, "There is no such recipient here"));
        },
        (error) => {
          if (error instanceof MailNotNow) {
            onRefused({ reason: error.why, addresses: [address] });
            return callback(refusalOf(error, onError));
          }
          onError(error);
          callback(refusal(451, "The recipient cannot be checked right now, try again later"));
        },
      );
    },
    onData(data, session, callback) {
      receiving.add(session.id);
      const stream = data as Readable;
      const { mailFrom, rcptTo } = session.envelope;
      const mail: IncomingMail = {
        from: mailFrom ? mailFrom.address : "",
        recipients: rcptTo.map(({ address }) => address),
        stream: withinSize(stream, maxBytes),
        remoteHost: session.remoteAddress,
        helo: String(session.hostNameAppearsAs ?? ""),
        announced: announcedIn(mailFrom ? mailFrom.args : false),
      };
      const finish = (error: Error | null) => {
        receiving.delete(session.id);
        if (!error) watch.store(session.id);
        callback(error, error ? undefined : "Stored, thank you");
        if (isClosing) setImmediate(closeIdle);
      };
      accept(mail).then(
        () => finish(null),
        (error) =>
          // The sender reads the reply only after its last byte, so the rest of the mail is read first.
          drain(mail.stream)
            .then(() => drain(withinSize(stream, maxBytes)))
            .then(() => {
              const reason = reasonOf(error);
              if (reason) onRefused({ reason, addresses: mail.recipients });
              finish(refusalOf(error, onError));
            }),
      );
    },
  });
  // Disconnects and failed TLS are common; faults on our side go to `onError` above.
  server.on("error", () => undefined);

  const watch = watchSessions(server.connections, limits);

  function closeIdle(): void {
    for (const connection of server.connections) {
      if (receiving.has(connection.session.id)) continue;
      connection.send(421, "Closing, try again in a moment");
      connection.close();
    }
  }

  // Checked before the library's own listener, so that refused clients hold no resources.
  const door = createServer((socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return socket.destroy(); // Disconnected already.
    if (!unlimited.has(remoteAddress)) {
      const refused = open.enter(socket, remoteAddress);
      if (refused !== null) {
        refusals.recordReply("", "421");
        return refuse(socket, `421 ${options.hostname} ${refused}\r\n`);
      }
    }
    server.connect(socket);
  });
  if (options.listener) door.listen(options.listener);
  else door.listen(options.port, options.host ?? "0.0.0.0");
  await once(door, "listening");
  return {
    port: (door.address() as AddressInfo).port,
    sessions: () => server.connections.size,
    close: () =>
      new Promise((resolve) => {
        isClosing = true;
        const overdue = setTimeout(() => {
          receiving.clear();
          closeIdle();
        }, closeMs);
        door.close(() => {
          clearTimeout(overdue);
          watch.stop();
          resolve();
        });
        closeIdle();
      }),
  };
}

function refuse(socket: Socket, words: string): void {
  socket.on("error", () => undefined); // The reply may not arrive.
  socket.end(words, () => socket.destroy());
}

/** Returns the SIZE argument of MAIL FROM. */
function announcedIn(args: unknown): number {
  const size = typeof args === "object" && args !== null && "SIZE" in args ? Number(args.SIZE) : 0;
  return Number.isSafeInteger(size) && size > 0 ? size : 0;
}

async function drain(stream: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const _ of stream);
  } catch {
    // Too large or disconnected: it is refused in any case.
  }
}

/** Returns why a complete mail was refused; null for our own faults and disconnected senders. */
function reasonOf(error: Error): DoorReason | null {
  if (error instanceof MailTooLarge) return "too_large";
  if (error instanceof MailNotNow) return error.why;
  return isNoRoom(error) ? "no_room" : null;
}

function refusalOf(error: Error, onError: (error: Error) => void): Error {
  if (error instanceof MailTooLarge) return refusal(552, error.message);
  if (error instanceof MailNotNow) return refusal(452, error.message);
  if (isNoRoom(error)) {
    onError(error);
    return refusal(452, "There is no room for this mail right now, try again later");
  }
  if (!(error instanceof SenderGone)) onError(error);
  return refusal(451, "The mail could not be stored, try again later");
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

const parseCommand = SMTPConnection.prototype._parseAddressCommand;
/** Paths given to the library's parser, which would refuse some real addresses. */
const placeholders: Readonly<Record<string, string>> = { "mail from": "<>", "rcpt to": "<a@path.invalid>" };

/**
 * Makes the receiver accept addresses that exist in practice. The library refuses unusual dots, quoted blanks and
 * characters, and domains with "_", so people with such addresses could not write to a store.
 */
function acceptUnusualAddresses(): void {
  SMTPConnection.prototype._parseAddressCommand = parseAddressCommand;
}

function parseAddressCommand(
  this: SMTPConnection,
  name: string,
  command: Buffer | string,
): ReturnType<typeof parseCommand> {
  const line = command.toString();
  const colon = line.indexOf(":") + 1;
  const path = readPath(line.slice(colon));
  const placeholder = placeholders[name];
  if (path === null || placeholder === undefined) return false;
  const parsed = parseCommand.call(this, name, `${line.slice(0, colon)}${placeholder}${path.parameters}`);
  const isSender = name === "mail from";
  if (!parsed || (isSender && /^postmaster$/i.test(path.address))) return false;
  return { ...parsed, address: path.address };
}

class MailTooLarge extends Error {
  override readonly name = "MailTooLarge";
  constructor(maxBytes: number) {
    super(`Message exceeds fixed maximum message size ${maxBytes}`);
  }
}

/** The sender disconnected within a mail: common, and the sender repeats it. */
class SenderGone extends Error {
  override readonly name = "SenderGone";
  constructor(cause: unknown) {
    super("The sender broke off in the middle of the mail", { cause });
  }
}

/**
 * Passes a stream on up to `maxBytes`. A larger one is read to its end, because an SMTP sender reads the reply only
 * then, and fails with MailTooLarge; beyond four times the size the sender is disconnected. Errors of the source become
 * SenderGone. Stopping early leaves the source readable.
 */
async function* withinSize(source: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const piece of source.iterator({ destroyOnReturn: false })) {
      size += piece.length;
      if (size <= maxBytes) yield piece;
      else if (size > 4 * maxBytes) {
        source.destroy();
        break;
      }
    }
  } catch (error) {
    throw new SenderGone(error);
  }
  if (size > maxBytes) throw new MailTooLarge(maxBytes);
}

const patienceMs = 10_000;

/**
 * Connects to an SMTP server like a sender; throws unless it greets with 220 (RFC 5321, section 3.1) within 10 seconds.
 */
export async function expectGreeting(host: string, port: number): Promise<void> {
  const socket = connect({ host, port });
  try {
    const [greeting] = await once(socket, "data", { signal: AbortSignal.timeout(patienceMs) });
    if (!String(greeting).startsWith("220"))
      throw new Error(`The SMTP receiver answers ${String(greeting).slice(0, 100)}`);
    socket.end("QUIT\r\n");
  } catch (error) {
    socket.destroy();
    throw error;
  }
  // How it disconnects does not matter.
  socket.on("error", () => socket.destroy());
  socket.resume();
}
