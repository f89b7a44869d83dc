import { once } from "node:events";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { patienceMs } from "./expect.ts";

/** The receiving mail server: takes all mail that the desk sends, to any address. */
export interface Mailbox {
  /** Waits for the oldest mail to this address that was not returned before. */
  next(address: string): Promise<ParsedMail>;
  /** Returns all mails to this address so far, oldest first. */
  all(address: string): ParsedMail[];
  /** Returns the bytes of the newest mail to this address. */
  newestRaw(address: string): Buffer;
  /** Refuses mail to this address with these words; null accepts it again. */
  refuse(address: string, words: string | null): void;
  close(): Promise<void>;
}

interface Received {
  to: string[];
  mail: ParsedMail;
  raw: Buffer;
  isTaken: boolean;
}

/** Opens the mailbox on the port to which the server sends. */
export async function openMailbox(port: number): Promise<Mailbox> {
  const received: Received[] = [];
  const refusals = new Map<string, string>();
  const arrivals = new EventTarget();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    // The server keeps its connections open, but the next file's mailbox needs this port.
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const words = refusals.get(address.toLowerCase());
      done(words === undefined ? null : Object.assign(new Error(words), { responseCode: 550 }));
    },
    onData(stream, { envelope }, done) {
      const take = async () => {
        const raw = Buffer.concat(await stream.toArray());
        const to = envelope.rcptTo.map(({ address }) => address.toLowerCase());
        received.push({ to, mail: await simpleParser(raw), raw, isTaken: false });
        done();
        arrivals.dispatchEvent(new Event("mail"));
      };
      take().catch(done);
    },
  });
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");

  const waiting = (address: string) => received.find(({ to, isTaken }) => !isTaken && to.includes(address));
  return {
    async next(address) {
      const patience = AbortSignal.timeout(patienceMs);
      for (;;) {
        const found = waiting(address.toLowerCase());
        if (found) {
          found.isTaken = true;
          return found.mail;
        }
        await once(arrivals, "mail", { signal: patience }).catch(() => {
          const others = received.map(({ to, mail }) => `${to.join(", ")}: ${mail.subject}`);
          throw new Error(`No mail came for ${address}. Came:\n${others.join("\n")}`);
        });
      }
    },
    all: (address) => received.filter(({ to }) => to.includes(address.toLowerCase())).map(({ mail }) => mail),
    newestRaw(address) {
      const newest = received.findLast(({ to }) => to.includes(address.toLowerCase()));
      if (!newest) throw new Error(`No mail came for ${address}`);
      return newest.raw;
    },
    refuse(address, words) {
      if (words === null) refusals.delete(address.toLowerCase());
      else refusals.set(address.toLowerCase(), words);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
