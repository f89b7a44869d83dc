import type { SendMailOptions } from "nodemailer";
import type { OutgoingMail } from "./mailer.ts";

/** An outgoing mail as nodemailer takes it, with its own envelope. */
export function composeMail(mail: OutgoingMail): SendMailOptions {
  return {
    messageId: `<${mail.messageId}>`,
    envelope: { from: mail.returnPath, to: [mail.to] },
    from: mail.from,
    to: { name: "", address: mail.to },
    ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.inReplyTo ? { inReplyTo: `<${mail.inReplyTo}>` } : {}),
    ...(mail.references?.length ? { references: mail.references.map((id) => `<${id}>`) } : {}),
    headers: mail.headers ?? {},
    xMailer: false,
    // Content comes as text only; nothing in it may make nodemailer read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
