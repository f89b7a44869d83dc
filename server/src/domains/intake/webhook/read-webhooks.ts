import type { KeyObject } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";
import pLimit from "p-limit";
import * as z from "zod";
import { isAddress } from "../../../platform/dns/address-list.ts";
import { Failure, fail } from "../../../platform/fail.ts";
import type { Settings } from "../../../platform/settings.ts";
import { spoolBody } from "../../../platform/storage/scratch.ts";
import { intakeLimits } from "../intake-limits.ts";
import { type HeadField, mostHeadBytes, readHeadFields } from "../parse/read-headers.ts";
import { mailgunCheck, postmarkCheck, sendgridCheck } from "./provider-check.ts";
import {
  type BodySignature,
  basicPassword,
  checkAge,
  checkMailgun,
  checkSecret,
  ecdsaSignature,
  hmacSignature,
  readPublicKey,
} from "./webhook-signatures.ts";

/**
 * A mail from a webhook: the file that holds it, the envelope as far as the webhook names it, the provider's checks of its
 * sender as the value of an Authentication-Results field, and the address it came from if known.
 */
export type InboundMail = {
  raw: string;
  envelopeFrom: string | null;
  recipients: string[];
  providerCheck: string | null;
  remoteHost?: string | null;
  /** Proof that identifies a signed webhook, so that whoever intercepts it cannot send it again. */
  replayProof: Buffer | null;
};

/** The body of a webhook, and the file to spool it to. Files made of the body are named after that file. */
type Source = { body: AsyncIterable<Buffer>; path: string };

/** Reads one kind of webhook, and fails if its signature is wrong. */
export type ReadWebhook = (
  request: Pick<FastifyRequest, "headers" | "query">,
  keys: Settings["webhooks"],
  source: Source,
) => Promise<InboundMail>;

/** Room for the mail and the form around it. */
const maxFormBytes = intakeLimits.maxWireBytes + 4 * 1024 * 1024;

/** One mail at a time, because these steps hold several copies of it in memory. */
const oneAtATime = pLimit(1);

/** Reads a raw mail (RFC 5322) with its envelope and sender checks, all of it signed by `X-Webhook-Signature`. */
export const readRawWebhook: ReadWebhook = async (request, { rawKey }, { body, path }) => {
  if (!rawKey) throw fail("webhook_disabled");
  const header = (name: string) => headerOf(request, name);
  const timestamp = header("x-webhook-timestamp");
  checkAge(timestamp);
  const [from, to, results] = [header("x-envelope-from"), header("x-envelope-to"), header("authentication-results")];
  const head = [timestamp, from, to, results].map((value) => `${value ?? ""}\n`).join("");
  const signature = hmacSignature(rawKey, head, header("x-webhook-signature"));
  await spoolBody(body, path, intakeLimits.maxWireBytes, signature.update);
  const replayProof = signature.check();
  return { raw: path, envelopeFrom: from ?? null, recipients: [to ?? ""], providerCheck: results ?? null, replayProof };
};

/** Reads Mailgun's form with the whole message (`body-mime`): its route must end in "mime". */
export const readMailgunWebhook: ReadWebhook = async (request, { mailgunKey }, { body, path }) => {
  if (!mailgunKey) throw fail("webhook_disabled");
  const contentType = formTypeOf(request);
  await spoolBody(body, path, maxFormBytes);
  // The signature is part of the form, so only its fields are read before it is checked.
  const signed = await readForm(path, contentType, { texts: ["timestamp", "token", "signature"] });
  const replayProof = checkMailgun(mailgunKey, signed);
  const texts = ["sender", "recipient", "X-Mailgun-Spf", "X-Mailgun-Dkim-Check-Result"];
  const { raw, form } = await readMailForm(path, contentType, "body-mime", texts);
  const sender = form.text("sender") ?? null;
  const providerCheck = mailgunCheck(await readHeadOf(raw), form.text, sender ?? "");
  return { raw, envelopeFrom: sender, recipients: [form.text("recipient") ?? ""], providerCheck, replayProof };
};

const postmarkSchema = z.object({
  RawEmail: z.string().min(1),
  OriginalRecipient: z.string().optional(),
  From: z.string().optional(),
  Headers: z.array(z.object({ Name: z.string(), Value: z.string() })).optional(),
});

/** Reads Postmark's JSON with the raw message; the key is the password in the webhook's address, or its token. */
export const readPostmarkWebhook: ReadWebhook = async (request, { postmarkKey }, { body, path }) => {
  if (!postmarkKey) throw fail("webhook_disabled");
  checkSecret(basicPassword(request.headers.authorization) ?? tokenOf(request), postmarkKey);
  await spoolBody(body, path, maxFormBytes);
  return oneAtATime(async () => {
    const parsed = postmarkSchema.safeParse(parseJson(await readFile(path, "utf8")));
    if (!parsed.success) throw fail("webhook_form_invalid");
    const { RawEmail, OriginalRecipient, From, Headers = [] } = parsed.data;
    const raw = mailPathOf(path);
    await writeFile(raw, RawEmail, { flag: "wx", mode: 0o600 });
    const head = Headers.map(({ Name, Value }) => ({ name: Name.toLowerCase(), value: Value.trim() }));
    const providerCheck = postmarkCheck(head.length > 0 ? head : await readHeadOf(raw));
    const recipients = [OriginalRecipient ?? ""];
    return { raw, envelopeFrom: From ?? null, recipients, providerCheck, replayProof: null };
  });
};

const sendgridEnvelope = z.object({ to: z.array(z.string()), from: z.string() });

/** Reads SendGrid's inbound parse with the raw message (`email`), signed with its key or with our token in the address. */
export const readSendgridWebhook: ReadWebhook = async (request, { sendgridKey }, { body, path }) => {
  if (!sendgridKey) throw fail("webhook_disabled");
  const key = readPublicKey(sendgridKey);
  const signature = key && sendgridSignature(request, key);
  if (!signature) checkSecret(tokenOf(request), sendgridKey);
  const contentType = formTypeOf(request);
  await spoolBody(body, path, maxFormBytes, signature?.update);
  const replayProof = signature?.check() ?? null;
  const { raw, form } = await readMailForm(path, contentType, "email", ["envelope", "SPF", "dkim", "sender_ip"]);
  const envelope = sendgridEnvelope.safeParse(parseJson(form.text("envelope") ?? "{}"));
  const { from, to } = envelope.success ? envelope.data : { from: null, to: [] };
  const providerCheck = sendgridCheck(form.text, from ?? "");
  const host = form.text("sender_ip") ?? "";
  const remoteHost = isAddress(host) ? host : null;
  return { raw, envelopeFrom: from, recipients: to, providerCheck, remoteHost, replayProof };
};

function sendgridSignature(request: Pick<FastifyRequest, "headers">, key: KeyObject): BodySignature {
  const timestamp = headerOf(request, "x-twilio-email-event-webhook-timestamp");
  checkAge(timestamp);
  return ecdsaSignature(key, timestamp ?? "", headerOf(request, "x-twilio-email-event-webhook-signature"));
}

/** Reads the form in the file `path`, and writes its mail to a file of its own. */
async function readMailForm(path: string, contentType: string, field: string, texts: string[]) {
  const mail = { field, path: mailPathOf(path), maxBytes: maxFormBytes };
  const form = await oneAtATime(() => readForm(path, contentType, { texts, mail }));
  if (!form.hasMail) throw fail("webhook_form_invalid");
  return { raw: mail.path, form };
}

async function readHeadOf(path: string): Promise<HeadField[]> {
  return readHeadFields(await buffer(createReadStream(path, { end: mostHeadBytes - 1 })));
}

function mailPathOf(bodyPath: string): string {
  return `${bodyPath}.mail`;
}

function headerOf(request: Pick<FastifyRequest, "headers">, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** The token in a webhook's address; undefined if it is given more than once. */
function tokenOf({ query }: Pick<FastifyRequest, "query">): string | undefined {
  const token: unknown = typeof query === "object" && query !== null && "token" in query ? query.token : undefined;
  return typeof token === "string" ? token : undefined;
}

/** Returns the content type if it is a form's, else fails before the body is read. */
function formTypeOf({ headers }: Pick<FastifyRequest, "headers">): string {
  const type = headers["content-type"] ?? "";
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) throw fail("webhook_form_invalid");
  return type;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid JSON fits no schema, which the caller reports.
    return undefined;
  }
}

/** What to read of a form: short texts, and at most one field with a whole mail, which is written to a file. */
type WantedFields = { texts: readonly string[]; mail?: { field: string; path: string; maxBytes: number } };
type Form = { hasMail: boolean; text(name: string): string | undefined };

const maxTextBytes = 65_536;

/**
 * Reads a form (multipart/form-data or urlencoded) from a file. In memory are only the wanted texts, of up to 64 kB each, and
 * the mail of an urlencoded form, which cannot be streamed.
 */
async function readForm(path: string, contentType: string, { texts, mail }: WantedFields): Promise<Form> {
  const found = new Map<string, string>();
  const pending: Promise<void>[] = [];
  let hasMail = false;
  let fault: unknown;
  const keep = async (name: string, bytes: Readable) => {
    if (mail && name === mail.field && !hasMail) {
      hasMail = true;
      await pipeline(bytes, createWriteStream(mail.path, { flags: "wx", mode: 0o600 }));
    } else if (texts.includes(name)) found.set(name, await textOf(bytes));
    else bytes.resume();
  };
  try {
    const busboy = new Busboy({
      headers: { "content-type": contentType },
      // Multipart fields arrive as streams; urlencoded ones as text with one character per byte, since a mail may not be UTF-8.
      isPartAFile: () => true,
      defCharset: "latin1",
      limits: { fieldSize: mail?.maxBytes ?? maxTextBytes, fields: 200, files: 200, parts: 400 },
    });
    const take = (name: string, bytes: Readable) => {
      const done = keep(name, bytes);
      done.catch((error) => {
        fault = error;
        busboy.destroy(error);
      });
      pending.push(done);
    };
    busboy.on("file", take);
    busboy.on("field", (name, value) => take(name, Readable.from([Buffer.from(value, "latin1")])));
    await pipeline(createReadStream(path), busboy);
    await Promise.all(pending);
  } catch {
    // Disk faults and texts that are too long are reported as they are; any other fault means that the form is invalid.
    const isOfDisk = fault instanceof Error && "syscall" in fault;
    throw isOfDisk || fault instanceof Failure ? fault : fail("webhook_form_invalid");
  }
  return { hasMail, text: (name) => found.get(name) };
}

async function textOf(bytes: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > maxTextBytes) throw fail("request_too_large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
