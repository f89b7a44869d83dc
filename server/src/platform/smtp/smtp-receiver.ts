import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import type { Readable } from "node:stream";
import type { DoorReason } from "@deskhand/contract/vocabulary";
import { SMTPServer } from "smtp-server";
import { AddressList } from "../dns/address-list.ts";
import { isNoRoom } from "../error-code.ts";
import { countRefusals, type DoorRefusal } from "./count-refusals.ts";
import { MailNotNow, MailTooLarge, SenderGone, withinSize } from "./refused-mail.ts";
import { OpenSessions, type SmtpLimits, smtpLimits, watchSessions } from "./sessions.ts";
import { feedDataByChunks, takeAddressesAsTheyAre } from "./tamed-smtp-server.ts";

/** A mail as it arrives; `stream` ends with its last byte, or fails when the sender goes away or sends too much. */
type IncomingMail = {
  /** Empty for the null path of bounces. */
  from: string;
  recipients: string[];
  stream: AsyncIterable<Buffer>;
  /** The address of whoever sends it, and how he named himself. */
  remoteHost: string;
  helo: string;
  /** Its size as its sender announced it (RFC 1870); 0 where they did not. */
  announced: number;
};

export type SmtpReceiverOptions = {
  host?: string;
  port: number;
  /** A server that listens already, which this one goes on with. */
  listener?: Server | undefined;
  /** How the server names itself. */
  hostname: string;
  tls: { cert: string; key: string };
  maxBytes: number;
  /** Addresses and networks that may hold as many sessions, for as long, as they need. */
  unlimitedHosts?: readonly string[];
  /** Others than the usual ones, for tests. */
  limits?: Partial<SmtpLimits>;
  /** Whether mail for this address is taken; otherwise it is refused with 550. Rejects with `MailNotNow` where none is for now: 452. */
  isRecipient(address: string, mail: Pick<IncomingMail, "remoteHost" | "announced">): Promise<boolean>;
  /** Rejects with `MailNotNow` where a mail of the size that is announced could not be taken from that host: it gets 452. */
  expect?(mail: Pick<IncomingMail, "remoteHost" | "announced">): Promise<void>;
  /** Resolves once the mail is durable: only then its sender gets 250, otherwise 451 (452 for `MailNotNow`), and tries again. */
  accept(mail: IncomingMail): Promise<void>;
  /** Is told of each mail, or recipient of one, that is refused while it is known whom it was for. */
  onRefused?(refusal: DoorRefusal): void;
  onError(error: Error): void;
};

export type SmtpReceiver = {
  port: number;
  /** How many sessions are open. */
  sessions(): number;
  /** Takes no more mail, finishes those in flight (up to 20 s) and closes. */
  close(): Promise<void>;
};

const closeMs = 20_000;

/** Starts an SMTP receiver (RFC 5321) with STARTTLS, without sign-in: it takes mail for its own recipients only. */
export async function startSmtpReceiver(options: SmtpReceiverOptions): Promise<SmtpReceiver> {
  const { isRecipient, expect, accept, maxBytes, onError, onRefused = () => undefined } = options;
  const limits: SmtpLimits = { ...smtpLimits, ...options.limits };
  const unlimited = new AddressList(options.unlimitedHosts ?? []);
  const open = new OpenSessions(limits);
  const receiving = new Set<string>();
  let isClosing = false;

  const refusals = countRefusals(onRefused);
  feedDataByChunks();
  takeAddressesAsTheyAre();
  const server = new SMTPServer({
    name: options.hostname,
    banner: "Deskhand",
    key: options.tls.key,
    cert: options.tls.cert,
    authOptional: true,
    // With two commands that the library only plays.
    disabledCommands: ["AUTH", "WIZ", "SHELL"],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    size: maxBytes,
    rejectOversized: true,
    socketTimeout: limits.idleMs,
    logger: {
      debug({ tnx, cid = "", command = "" }: { tnx?: string; cid?: string; command?: string }, _: string, said = "") {
        if (tnx === "send") refusals.answer(cid, String(said));
        if (tnx !== "command") return;
        refusals.hear(cid, command, String(said));
        watch.hear(cid);
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
          // Its sender listens for the answer only when the last byte is sent, whoever stopped reading before.
          readOut(mail.stream)
            .then(() => readOut(withinSize(stream, maxBytes)))
            .then(() => {
              const reason = reasonOf(error);
              if (reason) onRefused({ reason, addresses: mail.recipients });
              finish(refusalOf(error, onError));
            }),
      );
    },
  });
  // Senders that break off or speak no TLS are everyday; what fails on our side goes to `onError` above.
  server.on("error", () => undefined);

  const watch = watchSessions(server.connections, limits);

  function closeIdle(): void {
    for (const connection of server.connections) {
      if (receiving.has(connection.session.id)) continue;
      connection.send(421, "Closing, try again in a moment");
      connection.close();
    }
  }

  // Before the library's own listener would take it in: who is turned away holds nothing of ours for any time.
  const door = createServer((socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return socket.destroy(); // Gone already.
    if (!unlimited.has(remoteAddress)) {
      const refused = open.enter(socket, remoteAddress);
      if (refused !== null) {
        refusals.answer("", "421");
        return turnAway(socket, `421 ${options.hostname} ${refused}\r\n`);
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

function turnAway(socket: Socket, words: string): void {
  socket.on("error", () => undefined); // It is turned away whatever becomes of the words.
  socket.end(words, () => socket.destroy());
}

/** The size in the arguments of MAIL FROM. */
function announcedIn(args: unknown): number {
  const size = typeof args === "object" && args !== null && "SIZE" in args ? Number(args.SIZE) : 0;
  return Number.isSafeInteger(size) && size > 0 ? size : 0;
}

async function readOut(stream: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const _ of stream);
  } catch {
    // Too large, or its sender went away: it is refused in any case.
  }
}

/** Why a mail was not taken that was sent to its end; null for what is ours, or its sender's who went away. */
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

const patienceMs = 10_000;

/** Connects to an SMTP server as a sender would; throws unless it greets with 220 (RFC 5321, section 3.1) within 10 seconds. */
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
  // Whether it hangs up in good order says nothing more.
  socket.on("error", () => socket.destroy());
  socket.resume();
}
