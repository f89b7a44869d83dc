import { Readable } from "node:stream";
import { addressForMail } from "@deskhand/contract/addresses/address";
import { createTransport, type SendMailOptions } from "nodemailer";
import type { AttachedFile, NamedMailbox, OutgoingMail } from "./mailer.ts";

/** An outgoing mail as nodemailer takes it, with its own envelope, and whose key it is signed with. */
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
    // Content comes as text and streams only; nothing in it may make nodemailer read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Its Message-ID as the header has it. */
export function idOf({ messageId }: Pick<OutgoingMail, "messageId">): string {
  return `<${messageId}>`;
}

/** The fields that name who gets it. A mail that goes to nobody but blind copies has to name somebody, too: a group of none. */
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
    // Any other encoding changes line ends on the way.
    contentTransferEncoding: "base64",
  };
}

/** A file of a mail could not be read: what went wrong is its cause, and not what the server said. */
export class UnreadableFile extends Error {}

async function* read(open: AttachedFile["open"]): AsyncGenerator<Buffer> {
  try {
    yield* open();
  } catch (cause) {
    throw new UnreadableFile("A file of the mail could not be read", { cause });
  }
}

/** The bytes of a mail, dated as given and without a signature; its files are read while they are taken. */
export async function renderMail(mail: OutgoingMail, at: Date): Promise<Readable> {
  const transport = createTransport({ streamTransport: true });
  const { message } = await transport.sendMail({ ...composeMail(mail), date: at, newline: "windows" });
  transport.close();
  if (Buffer.isBuffer(message)) throw new TypeError("The mail was built in memory");
  return message;
}
