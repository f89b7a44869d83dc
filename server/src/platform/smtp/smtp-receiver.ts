import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { SMTPServer } from "smtp-server";
import { MailTooLarge, SenderGone, withinSize } from "./within-size.ts";

/** A mail as it arrives; `stream` ends with its last byte, or fails when the sender goes away or sends too much. */
type IncomingMail = {
  /** Empty for the null path of bounces. */
  from: string;
  recipients: string[];
  stream: AsyncIterable<Buffer>;
  /** The address of whoever sends it, and how he named himself. */
  remoteHost: string;
  helo: string;
};

export type SmtpReceiverOptions = {
  host?: string;
  port: number;
  /** How the server names itself. */
  hostname: string;
  tls: { cert: string; key: string };
  maxBytes: number;
  /** Whether mail for this address is taken; otherwise it is refused with 550. */
  isRecipient(address: string): Promise<boolean>;
  /** Resolves once the mail is durable: only then its sender gets 250, otherwise 451, and tries again. */
  accept(mail: IncomingMail): Promise<void>;
  onError(error: Error): void;
};

export type SmtpReceiver = {
  port: number;
  /** Takes no more mail, finishes those in flight (up to 20 s) and closes. */
  close(): Promise<void>;
};

const maxRecipients = 100;
const maxConnections = 300;
const maxConnectionsPerHost = 100;
/** What RFC 5321, section 4.5.3.2.7, asks for. */
const idleMs = 5 * 60 * 1000;
const closeMs = 20_000;

/** Starts an SMTP receiver (RFC 5321) with STARTTLS, without sign-in: it takes mail for its own recipients only. */
export async function startSmtpReceiver(options: SmtpReceiverOptions): Promise<SmtpReceiver> {
  const { isRecipient, accept, maxBytes, onError } = options;
  const perHost = new Map<string, number>();
  const receiving = new Set<string>();
  let isClosing = false;

  const server = new SMTPServer({
    name: options.hostname,
    banner: "Deskhand",
    key: options.tls.key,
    cert: options.tls.cert,
    authOptional: true,
    disabledCommands: ["AUTH"],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    size: maxBytes,
    rejectOversized: true,
    maxClients: maxConnections,
    socketTimeout: idleMs,
    closeTimeout: closeMs,
    logger: false,
    onConnect(session, callback) {
      const count = (perHost.get(session.remoteAddress) ?? 0) + 1;
      perHost.set(session.remoteAddress, count);
      callback(count > maxConnectionsPerHost ? refusal(421, "Too many connections from your host") : null);
    },
    onClose(session) {
      const count = (perHost.get(session.remoteAddress) ?? 1) - 1;
      if (count > 0) perHost.set(session.remoteAddress, count);
      else perHost.delete(session.remoteAddress);
    },
    onRcptTo({ address }, session, callback) {
      if (session.envelope.rcptTo.length >= maxRecipients) return callback(refusal(452, "Too many recipients"));
      isRecipient(address).then(
        (isOurs) => callback(isOurs ? null : refusal(550, "There is no such recipient here")),
        (error) => {
          onError(error);
          callback(refusal(451, "The recipient cannot be checked right now, try again later"));
        },
      );
    },
    onData(stream, session, callback) {
      receiving.add(session.id);
      const { mailFrom, rcptTo } = session.envelope;
      const mail: IncomingMail = {
        from: mailFrom ? mailFrom.address : "",
        recipients: rcptTo.map(({ address }) => address),
        stream: withinSize(stream as Readable, maxBytes),
        remoteHost: session.remoteAddress,
        helo: String(session.hostNameAppearsAs ?? ""),
      };
      const finish = (error: Error | null) => {
        receiving.delete(session.id);
        callback(error, error ? undefined : "Stored, thank you");
        if (isClosing) setImmediate(closeIdle);
      };
      accept(mail).then(
        () => finish(null),
        (error) => {
          if (error instanceof MailTooLarge) return finish(refusal(552, error.message));
          if (!(error instanceof SenderGone)) onError(error);
          finish(refusal(451, "The mail could not be stored, try again later"));
        },
      );
    },
  });
  // Senders that break off or speak no TLS are everyday; what fails on our side goes to `onError` above.
  server.on("error", () => undefined);

  function closeIdle(): void {
    for (const connection of server.connections) {
      if (receiving.has(connection.session.id)) continue;
      connection.send(421, "Closing, try again in a moment");
      connection.close();
    }
  }

  const { server: socket } = server;
  server.listen(options.port, options.host ?? "0.0.0.0");
  await once(socket, "listening");
  return {
    port: (socket.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        isClosing = true;
        server.close(() => resolve());
        closeIdle();
      }),
  };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
