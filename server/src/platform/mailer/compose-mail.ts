import { Readable } from "node:stream";
import { addressForMail } from "@deskhand/contract/addresses/address";
import { createTransport, type SendMailOptions } from "nodemailer";
import type { AttachedFile, NamedMailbox, OutgoingMail } from "./mailer.ts";

/** Converts an outgoing mail for nodemailer, with its own envelope and its signing key. */
export function composeMail(mail: OutgoingMail): SendMailOptions & Pick<OutgoingMail, "signedBy"> {
  const to = addressForMail(mail.to);
  return {
    messageId: idOf(mail),
    envelope: { from: mail.returnPath, to: [to] },
    from: mail.from,
    ...fieldsOf(mail),
    ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.textEncoding ? { textEncoding: mail.textEncoding } : {}),
    ...(mail.inReplyTo ? { inReplyTo: `<${mail.inReplyTo}>` } : {}),
    ...(mail.references?.length ? { references: mail.references.map((id) => `<${id}>`) } : {}),
    headers: mail.headers ?? {},
    ...(mail.signedBy ? { signedBy: mail.signedBy } : {}),
    ...(mail.attachments?.length ? { attachments: mail.attachments.map(attached) } : {}),
    xMailer: false,
    // All content is text or streams; nodemailer must not read files or URLs named in it.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Returns the Message-ID as in the header. */
export function idOf({ messageId }: Pick<OutgoingMail, "messageId">): string {
  return `<${messageId}>`;
}

/** Returns the To and Cc fields. A mail with only blind copies still needs a To: an empty group. */
function fieldsOf({ to, named }: OutgoingMail): Pick<SendMailOptions, "to" | "cc"> {
  if (!named) return { to: { name: "", address: addressForMail(to) } };
  const quoted = (all: NamedMailbox[]) => all.map(({ name, address }) => ({ name, address: addressForMail(address) }));
  const cc = named.cc.length > 0 ? { cc: quoted(named.cc) } : {};
  if (named.to.length > 0) return { to: quoted(named.to), ...cc };
  return named.cc.length > 0 ? cc : { to: "undisclosed-recipients:;" };
}

function attached({ filename, contentType, open }: AttachedFile): NonNullable<SendMailOptions["attachments"]>[number] {
  return {
    filename,
    contentType,
    content: Readable.from(read(open), { objectMode: false }),
    contentDisposition: "attachment",
    // Other encodings change line ends in transit.
    contentTransferEncoding: "base64",
  };
}

/** A file of a mail could not be read; the cause says why. It is no failure of the mail server. */
export class UnreadableFile extends Error {}

async function* read(open: AttachedFile["open"]): AsyncGenerator<Buffer> {
  try {
    yield* open();
  } catch (cause) {
    throw new UnreadableFile("A file of the mail could not be read", { cause });
  }
}

/** Returns an unsigned mail's bytes with the given date; its files are read as the stream is consumed. */
export async function renderMail(mail: OutgoingMail, at: Date): Promise<Readable> {
  const transport = createTransport({ streamTransport: true });
  const { message } = await transport.sendMail({ ...composeMail(mail), date: at, newline: "windows" });
  transport.close();
  if (Buffer.isBuffer(message)) throw new TypeError("The mail was built in memory");
  return message;
}
