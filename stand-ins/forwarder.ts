import { once } from "node:events";
import { simpleParser } from "mailparser";
import { createTransport } from "nodemailer";
import MailComposer from "nodemailer/lib/mail-composer/index.js";
import { SMTPServer } from "smtp-server";

/** The ways in which mailboxes forward mail. */
const styles = {
  gmail,
  microsoft365,
  googleGroup,
  /** A rule of Outlook that sends a new mail. */
  outlookRule,
  asAttachment,
  /** Keeps only the sender, the subject and the text. */
  bare,
  /** Removes everything that identifies the mail. */
  wrecker,
} satisfies Record<string, (mail: Passing) => Promise<Passed>>;
export type ForwardingStyle = keyof typeof styles;
export const forwardingStyles = Object.keys(styles) as ForwardingStyle[];

/** What a mailbox does with its mail: it keeps, forwards, refuses or returns it. */
type Habit =
  | "keeps"
  | { style: ForwardingStyle; to: string; times?: number }
  | { refuses: string }
  | { returns: string };

/** A mail that passes through a mailbox. */
type Passing = { raw: Buffer; mailbox: string; target: string };
type Passed = { raw: Buffer; envelopeFrom: string };

export type ForwarderStandIn = {
  /** For the setting SMTP_URL: it is the relay and the server of all mailboxes. */
  url: string;
  /** The port to which Deskhand's mail is delivered. */
  deskPort: number;
  /** Each mailbox's habit; one without a habit keeps its mail. */
  habits: Map<string, Habit>;
  /** All mail that arrived, as it was sent. */
  arrived: { to: string; envelopeFrom: string; raw: Buffer }[];
  /** Deskhand's SMTP replies to mail that it refused. */
  refused: string[];
  stop(): Promise<void>;
};

/** Starts mailboxes on this machine that receive and forward mail by SMTP, each in a provider's way. */
export async function startForwarder(): Promise<ForwarderStandIn> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo({ address }, _session, done) {
      const habit = habitOf(standIn, address);
      done(typeof habit === "object" && "refuses" in habit ? rejection(habit.refuses) : null);
    },
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      stream.toArray().then((pieces) => {
        const raw = Buffer.concat(pieces);
        const envelopeFrom = mailFrom ? mailFrom.address : "";
        for (const { address: to } of rcptTo) {
          standIn.arrived.push({ to, envelopeFrom, raw });
          void handle(standIn, { to, envelopeFrom, raw });
        }
        done();
      }, done);
    },
  });
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const standIn: ForwarderStandIn = {
    url: `smtp://127.0.0.1:${port}`,
    deskPort: 0,
    habits: new Map(),
    arrived: [],
    refused: [],
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return standIn;
}

function habitOf({ habits }: ForwarderStandIn, address: string): Habit {
  return habits.get(address.toLowerCase()) ?? "keeps";
}

function rejection(words: string): Error {
  return Object.assign(new Error(words), { responseCode: 550 });
}

async function handle(standIn: ForwarderStandIn, mail: { to: string; envelopeFrom: string; raw: Buffer }) {
  const habit = habitOf(standIn, mail.to);
  if (habit === "keeps" || "refuses" in habit) return;
  if ("returns" in habit) {
    if (mail.envelopeFrom) await bring(standIn, { ...(await returned(mail, habit.returns)), to: mail.envelopeFrom });
    return;
  }
  const passed = await styles[habit.style]({ raw: mail.raw, mailbox: mail.to, target: habit.to });
  for (let time = 0; time < (habit.times ?? 1); time += 1) await bring(standIn, { ...passed, to: habit.to });
}

async function bring(standIn: ForwarderStandIn, { raw, envelopeFrom, to }: Passed & { to: string }): Promise<void> {
  const door = createTransport({
    host: "127.0.0.1",
    port: standIn.deskPort,
    ignoreTLS: true,
    name: "mail.forwarder.test",
  });
  try {
    await door.sendMail({ envelope: { from: envelopeFrom, to }, raw });
  } catch (error) {
    // Deskhand refused it: a real forwarder would return it to its mailbox.
    standIn.refused.push(error instanceof Error ? error.message : String(error));
  } finally {
    door.close();
  }
}

/** Splits a mail into the fields of its header, with folded lines, and its body. */
function split(raw: Buffer): { fields: string[]; body: string } {
  const text = raw.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  return { fields: text.slice(0, end).split(/\r\n(?![ \t])/), body: text.slice(end + 4) };
}

function join(fields: string[], body: string): Buffer {
  return Buffer.from(`${fields.join("\r\n")}\r\n\r\n${body}`, "latin1");
}

const nameOf = (field: string) => field.slice(0, field.indexOf(":")).toLowerCase();

/** The envelope is the mailbox's, with the target in it; the header keeps its fields, with traces in front (ARC, X-Forwarded-*). */
async function gmail({ raw, mailbox, target }: Passing): Promise<Passed> {
  const { fields, body } = split(raw);
  const [local, domain] = mailbox.split("@");
  const traces = [
    `X-Forwarded-To: ${target}`,
    `X-Forwarded-For: ${mailbox} ${target}`,
    `Delivered-To: ${mailbox}`,
    "X-Gm-Message-State: AOJu0YxVqzZ",
    "X-Received: by 2002:a17:906:794c with SMTP id l12; Sun, 22 Nov 2026 07:00:01 -0800 (PST)",
    "ARC-Seal: i=1; a=rsa-sha256; t=1795359601; cv=none; d=google.com; s=arc-20240605; b=AAAA",
    `Return-Path: <bounce@elsewhere.test>`,
    `Received: from mail.elsewhere.test by mx.google.com with ESMTPS for <${mailbox}>; Sun, 22 Nov 2026 07:00:00 -0800 (PST)`,
  ];
  return {
    raw: join([...traces, ...fields], body),
    envelopeFrom: `${local}+caf_=${target.replace("@", "=")}@${domain}`,
  };
}

/** SRS rewrites the envelope; Resent fields, Exchange's headers, and the sender's unknown headers are removed. */
async function microsoft365({ raw, mailbox, target }: Passing): Promise<Passed> {
  const { fields, body } = split(raw);
  const traces = [
    "Received: from AM9PR01MB1234.eurprd01.prod.exchangelabs.com by AS8PR01MB4321 with HTTPS; Sun, 22 Nov 2026 15:00:00 +0000",
    `Resent-From: <${mailbox}>`,
    "X-MS-Exchange-Organization-SCL: 1",
    `X-MS-Exchange-Inbox-Rules-Loop: ${mailbox}`,
    "X-MS-Exchange-ForwardingLoop: 1",
    "X-MS-Has-Attach:",
    "X-MS-Exchange-Transport-CrossTenantHeadersStamped: AM9PR01MB1234",
    `Resent-To: ${target}`,
  ];
  const remaining = fields.filter((field) => !/^x-(?!ms-)/.test(nameOf(field)));
  const domain = mailbox.slice(mailbox.indexOf("@") + 1);
  return { raw: join([...traces, ...remaining], body), envelopeFrom: `bounces+SRS=Ab1cD=2E@${domain}` };
}

/** The group is in From, its name in the subject and a footer in the text; list headers come first. */
async function googleGroup({ raw, mailbox }: Passing): Promise<Passed> {
  const parsed = await simpleParser(raw);
  const from = parsed.from?.value[0];
  const footer = `\n\n-- \nYou received this message because you are subscribed to the Google Groups "Support" group.\nTo unsubscribe from this group and stop receiving emails from it, send an email to ${mailbox.replace("@", "+unsubscribe@")}.\n`;
  const [local, domain] = mailbox.split("@");
  const mail = await compose({
    from: { name: `'${from?.name ?? ""}' via Support`, address: mailbox },
    to: mailbox,
    ...(from?.address ? { replyTo: from.address } : {}),
    subject: `[Support] ${parsed.subject ?? ""}`,
    text: `${parsed.text ?? ""}${footer}`,
    html: `${parsed.html || ""}<br>${footer}`,
    messageId: parsed.messageId,
    headers: {
      "X-Original-Sender": from?.address ?? "",
      "X-Original-From": parsed.from?.text ?? "",
      Precedence: "list",
      "Mailing-list": `list ${mailbox}; contact ${local}+owners@${domain}`,
      "List-ID": `<${local}.${domain}>`,
      "List-Post": `<https://groups.google.com/a/${domain}/group/${local}/post>, <mailto:${mailbox}>`,
      "List-Unsubscribe": `<mailto:googlegroups-manage+1+unsubscribe@googlegroups.com>`,
      "X-Google-Group-Id": "123456789",
    },
  });
  return { raw: mail, envelopeFrom: `${local}+bncBCX3Z5V5@${domain}` };
}

async function outlookRule({ raw, mailbox }: Passing): Promise<Passed> {
  const parsed = await simpleParser(raw);
  const head = `From: ${parsed.from?.text ?? ""}\nSent: Sunday, November 22, 2026 3:00 PM\nTo: ${mailbox}\nSubject: ${parsed.subject ?? ""}`;
  const mail = await compose({
    from: mailbox,
    to: "help@desk.test",
    subject: `FW: ${parsed.subject ?? ""}`,
    text: `\n________________________________\n${head}\n\n${parsed.text ?? ""}`,
    headers: { "X-MS-Exchange-Inbox-Rules-Loop": mailbox },
  });
  return { raw: mail, envelopeFrom: mailbox };
}

async function asAttachment({ raw, mailbox }: Passing): Promise<Passed> {
  const parsed = await simpleParser(raw);
  const mail = await compose({
    from: mailbox,
    to: "help@desk.test",
    subject: "FW: a message",
    text: "See the attached message.",
    attachments: [{ filename: `${parsed.subject ?? ""}.eml`, content: raw, contentType: "message/rfc822" }],
  });
  return { raw: mail, envelopeFrom: mailbox };
}

async function bare({ raw, mailbox }: Passing): Promise<Passed> {
  const parsed = await simpleParser(raw);
  const text = (parsed.text ?? "").toUpperCase();
  const mail = await compose({
    from: parsed.from?.value[0]?.address ?? mailbox,
    to: mailbox,
    subject: `***SPAM?*** ${(parsed.subject ?? "").toUpperCase()}`,
    text,
    textEncoding: "base64",
  });
  return { raw: mail, envelopeFrom: mailbox };
}

async function wrecker({ raw, mailbox }: Passing): Promise<Passed> {
  const parsed = await simpleParser(raw);
  const from = parsed.from?.value[0]?.address ?? mailbox;
  return { raw: await compose({ from, to: mailbox, subject: "(removed)", text: "(removed)" }), envelopeFrom: mailbox };
}

/** A server's report about a mail it could not deliver, with the whole mail in it (RFC 3464). */
async function returned({ raw, to }: { raw: Buffer; to: string }, words: string): Promise<Passed> {
  const boundary = "==report==";
  const parts = [
    `Content-Type: text/plain; charset=utf-8\r\n\r\nYour message to ${to} could not be delivered.\r\n${words}\r\n`,
    `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.forwarder.test\r\n\r\nFinal-Recipient: rfc822; ${to}\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; ${words}\r\n`,
    `Content-Type: message/rfc822\r\n\r\n${raw.toString("latin1")}\r\n`,
  ];
  const fields = [
    "From: Mail Delivery System <MAILER-DAEMON@mx.forwarder.test>",
    "Subject: Undelivered Mail Returned to Sender",
    "Auto-Submitted: auto-replied",
    `Message-ID: <${Date.now()}.${Math.random().toString(36).slice(2)}@mx.forwarder.test>`,
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
  ];
  const body = `${parts.map((part) => `--${boundary}\r\n${part}`).join("\r\n")}\r\n--${boundary}--\r\n`;
  return { raw: join(fields, body), envelopeFrom: "" };
}

function compose(mail: ConstructorParameters<typeof MailComposer>[0]): Promise<Buffer> {
  return new MailComposer(mail).compile().build();
}
