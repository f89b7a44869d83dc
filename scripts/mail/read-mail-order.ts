import { access, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";

export const mailUsage = `Sends one mail to Deskhand's SMTP receiver and prints its reply.

  npm run mail -- --to help+CODE@DOMAIN --from 'Jo Doe <jo@example.org>' --subject 'Where is it?' --text 'Hello'
  npm run mail -- --file some.eml [--to ADDRESS] [--from ADDRESS]

  --to ADDRESS         who gets it: the support address of a store, or the Reply-To of one of its replies
  --from ADDRESS       who writes it
  --subject TEXT       its subject
  --text TEXT          its text part
  --html HTML          its HTML part
  --in-reply-to ID     the Message-ID it answers
  --attach FILE        a file that goes with it; may be given several times
  --file FILE.eml      sends this mail as it is; --to and --from then change its envelope only
  --host HOST          where the receiver is (127.0.0.1)
  --port PORT          its port ($SMTP_PORT, else 2525)`;

/** The mail to send, and where to send it. */
export type MailOrder = {
  host: string;
  port: number;
  envelope: { from: string; to: string };
  content:
    | { raw: Buffer }
    | {
        from: string;
        to: string;
        subject: string;
        text?: string;
        html?: string;
        inReplyTo?: string;
        references?: string;
        attachments: { filename: string; path: string }[];
      };
};

/** Thrown if the command cannot be understood; the message says which part. */
export class UsageFault extends Error {
  override readonly name = "UsageFault";
}

const text = { type: "string" } as const;
const options = {
  to: text,
  from: text,
  subject: text,
  text,
  html: text,
  "in-reply-to": text,
  file: text,
  host: text,
  port: text,
  attach: { type: "string", multiple: true },
} as const;

type Values = ReturnType<typeof parse>;

/** Whether the person only asks for help. */
export function isHelpAsked(words: string[]): boolean {
  return words.some((word) => word === "--help" || word === "-h");
}

/**
 * Reads the command's words; throws UsageFault for words it cannot understand, and names files it cannot read. `smtpPort` is the
 * environment's setting for the receiver's port, as the server reads it.
 */
export async function readMailOrder(words: string[], smtpPort?: string): Promise<MailOrder> {
  const values = parse(words);
  const port = values.port === undefined ? portOf(smtpPort || "2525", "SMTP_PORT") : portOf(values.port, "--port");
  const where = { host: values.host ?? "127.0.0.1", port };
  return {
    ...where,
    ...(values.file === undefined ? await writtenMail(values) : await storedMail(values, values.file)),
  };
}

function parse(words: string[]) {
  try {
    return parseArgs({ args: words, options, strict: true }).values;
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error));
  }
}

async function writtenMail(values: Values): Promise<Pick<MailOrder, "envelope" | "content">> {
  const missing = (["to", "from"] as const).filter((name) => !values[name]).map((name) => `--${name} ADDRESS`);
  if (values.text === undefined && values.html === undefined) missing.push("--text TEXT or --html HTML");
  if (missing.length) throw new UsageFault(`Missing: ${missing.join(", ")}`);
  const { to = "", from = "", subject = "", html, attach = [] } = values;
  for (const path of attach) await mustBeReadable(path);
  const inReplyTo = values["in-reply-to"] && `<${values["in-reply-to"].replace(/^<|>$/g, "")}>`;
  return {
    envelope: { from: bareAddress(from), to: bareAddress(to) },
    content: {
      from,
      to,
      subject,
      ...(values.text === undefined ? {} : { text: values.text }),
      ...(html === undefined ? {} : { html }),
      ...(inReplyTo ? { inReplyTo, references: inReplyTo } : {}),
      attachments: attach.map((path) => ({ filename: basename(path), path })),
    },
  };
}

async function storedMail(values: Values, file: string): Promise<Pick<MailOrder, "envelope" | "content">> {
  const unused = (["subject", "text", "html", "in-reply-to", "attach"] as const).filter((name) => values[name]);
  if (unused.length) throw new UsageFault(`A file is sent as it is: leave out --${unused.join(", --")}`);
  await mustBeReadable(file);
  const raw = await readFile(file);
  // Only a stored mail needs the code that reads mail.
  const { readEnvelope } = await import("../../server/src/domains/intake/index.ts");
  const { from, to } = await readEnvelope(raw);
  const sender = values.from ? bareAddress(values.from) : from;
  const recipient = values.to ? bareAddress(values.to) : to[0];
  if (!recipient) throw new UsageFault(`${file} names nobody it is to: add --to ADDRESS`);
  return { envelope: { from: sender ?? "", to: recipient }, content: { raw } };
}

async function mustBeReadable(path: string): Promise<void> {
  await access(path).catch((cause) => {
    throw new Error(`Cannot read the file ${path}`, { cause });
  });
}

function portOf(given: string, name: string): number {
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new UsageFault(`${name} is not a port: ${given}`);
  return port;
}

/** Returns the address in `Jo Doe <jo@example.org>`. */
function bareAddress(given: string): string {
  const address = (/<([^<>]*)>\s*$/.exec(given)?.[1] ?? given).trim();
  if (address !== "" && !/^[^\s@]+@[^\s@]+$/.test(address)) throw new UsageFault(`Not an e-mail address: ${given}`);
  return address;
}
