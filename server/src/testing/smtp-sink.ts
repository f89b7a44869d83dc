import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";

type SunkMail = { envelopeFrom: string; envelopeTo: string[]; raw: Buffer; parsed: ParsedMail };

export type SmtpSink = {
  url: string;
  mails: SunkMail[];
  /** The next recipients' replies, one each; then every recipient is accepted. */
  refusals: { code: number; words: string }[];
  close(): Promise<void>;
};

/** A real SMTP server on a free port that keeps what it gets; `thinksMs` is how long it looks at each mail first, as relays do. */
export async function openSmtpSink({ thinksMs = 0 } = {}): Promise<SmtpSink> {
  const mails: SunkMail[] = [];
  const refusals: SmtpSink["refusals"] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo(_address, _session, done) {
      const refusal = refusals.shift();
      done(refusal ? Object.assign(new Error(refusal.words), { responseCode: refusal.code }) : null);
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      stream.toArray().then(async (pieces) => {
        if (thinksMs > 0) await sleep(thinksMs);
        const raw = Buffer.concat(pieces);
        mails.push({
          envelopeFrom: mailFrom ? mailFrom.address : "",
          envelopeTo: rcptTo.map((to) => to.address),
          raw,
          parsed: await simpleParser(raw),
        });
        done();
      }, done);
    },
  });
  // A client that hangs up in the middle is what some tests are about.
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("The sink got no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    refusals,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
