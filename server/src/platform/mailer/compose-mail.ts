import type { SendMailOptions } from "nodemailer";
import type { AttachedFile, OutgoingMail } from "./mailer.ts";

/** An outgoing mail as nodemailer takes it, with its own envelope, and whose key it is signed with. */
export function composeMail(mail: OutgoingMail): SendMailOptions & Pick<OutgoingMail, "signedBy"> {
  return {
    messageId: `<${mail.messageId}>`,
    envelope: { from: mail.returnPath, to: [mail.to] },
    from: mail.from,
    to: { name: "", address: mail.to },
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

function attached({ filename, contentType, open }: AttachedFile): NonNullable<SendMailOptions["attachments"]>[number] {
  return {
    filename,
    contentType,
    content: open(),
    contentDisposition: "attachment",
    // Any other encoding changes line ends on the way.
    contentTransferEncoding: "base64",
  };
}
