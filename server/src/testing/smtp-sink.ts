import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

type SunkMail = { envelopeFrom: string; envelopeTo: string[]; raw: Buffer; parsed: ParsedMail };

/** The reply that refuses a mail. */
type Refusal = { code: number; words: string };
/**
 * What goes wrong with a mail: it is refused at its recipient or after its last byte, or cut off before or after it was taken;
 * null if nothing.
 */
export type Answer = { at: "recipient" | "end"; refusal: Refusal } | "cut off before" | "cut off after" | null;

export type SmtpSink = {
  url: string;
  mails: SunkMail[];
  /** The commands of its clients, as they arrived. */
  commands: string[];
  /** The replies to the next recipients, one each; later recipients are accepted. */
  refusals: Refusal[];
  /** Changes how difficult it is from now on. */
  turn(behaviour: SinkBehaviour): void;
  close(): Promise<void>;
};

export type SinkBehaviour = {
  /** How long it delays each mail, as relays do while they check it. */
  thinksMs?: number;
  /** How many connections it allows; further ones get 421. */
  mostConnections?: number;
  /** How many mails it takes over one connection; the next one gets 421. */
  mailsPerConnection?: number;
  /** Its answer to the next mail for a recipient. */
  answers?: (to: string) => Answer;
};

/** Opens a real SMTP server on a free port that stores what it gets, with the given difficulties. */
export async function openSmtpSink(atFirst: SinkBehaviour = {}): Promise<SmtpSink> {
  let behaviour = atFirst;
  const mails: SunkMail[] = [];
  const commands: string[] = [];
  const refusals: SmtpSink["refusals"] = [];
  /** The number of mails that each open connection brought. */
  const open = new Map<string, number>();
  /** For each connection, what will become of the mail in progress. */
  const answer = new Map<string, Answer>();
  const cutOff = ({ id }: SMTPServerSession) => {
    for (const connection of server.connections) if (connection.id === id) connection.close();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: {
      debug: ({ tnx }: { tnx?: string }, _: string, line?: string) =>
        tnx === "command" && line !== undefined && commands.push(line),
    },
    onConnect({ id }, done) {
      if (open.size >= (behaviour.mostConnections ?? Number.POSITIVE_INFINITY))
        return done(refused({ code: 421, words: "Too many connections" }));
      open.set(id, 0);
      done();
    },
    onClose: ({ id }) => void open.delete(id),
    onMailFrom(_address, { id }, done) {
      const isOver = (open.get(id) ?? 0) >= (behaviour.mailsPerConnection ?? Number.POSITIVE_INFINITY);
      done(isOver ? refused({ code: 421, words: "Too many mails over this connection" }) : null);
    },
    onRcptTo({ address }, { id }, done) {
      const refusal = refusals.shift();
      if (refusal) return done(refused(refusal));
      const becomes = behaviour.answers?.(address) ?? null;
      answer.set(id, becomes);
      const isRefused = becomes instanceof Object && becomes.at === "recipient";
      done(isRefused ? refused(becomes.refusal) : null);
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      const becomes = answer.get(session.id) ?? null;
      stream.toArray().then(async (pieces) => {
        if (behaviour.thinksMs) await sleep(behaviour.thinksMs);
        if (becomes === "cut off before") return cutOff(session);
        if (becomes instanceof Object) return done(refused(becomes.refusal));
        const raw = Buffer.concat(pieces);
        mails.push({
          envelopeFrom: mailFrom ? mailFrom.address : "",
          envelopeTo: rcptTo.map((to) => to.address),
          raw,
          parsed: await simpleParser(raw),
        });
        open.set(session.id, (open.get(session.id) ?? 0) + 1);
        if (becomes === "cut off after") return cutOff(session);
        done();
      }, done);
    },
  });
  // Some tests hang up in the middle on purpose.
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("The sink got no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    commands,
    refusals,
    turn(next) {
      behaviour = next;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function refused({ code, words }: Refusal): Error {
  return Object.assign(new Error(words), { responseCode: code });
}
