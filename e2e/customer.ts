import { randomUUID } from "node:crypto";
import type { ParsedMail } from "mailparser";
import type { SendMailOptions, Transporter } from "nodemailer";

/** A customer with a mail program, who reaches the store only by SMTP. */
export interface Customer {
  name: string;
  email: string;
  /** Sends a mail; resolves with its Message-ID once the server has taken it. */
  writes(mail: { to: string; subject: string; text: string } & Partial<SendMailOptions>): Promise<string>;
  /** Replies to a mail as mail programs do: in its thread, to its Reply-To, quoting it below in text and HTML. */
  replies(to: ParsedMail, text: string, changed?: Partial<SendMailOptions>): Promise<string>;
}

/** Makes a customer who sends mail through this transport. */
export function newCustomer(name: string, email: string, transport: Transporter): Customer {
  const send = async (mail: SendMailOptions) => {
    const messageId = `<${randomUUID()}@${email.split("@")[1]}>`;
    await transport.sendMail({ from: { name, address: email }, messageId, ...mail });
    return messageId;
  };
  return {
    name,
    email,
    writes: send,
    replies: (to, text, changed) => send({ ...answerTo(to, text), ...changed }),
  };
}

function answerTo(mail: ParsedMail, text: string): SendMailOptions {
  const sender = mail.from?.value[0];
  const wrote = `On Mon, 9 Mar 2026 at 10:15, ${sender?.name} <${sender?.address}> wrote:`;
  const quoted = (mail.text ?? "").trimEnd().replaceAll(/^/gm, "> ");
  return {
    to: (mail.replyTo ?? mail.from)?.text ?? "",
    subject: `Re: ${(mail.subject ?? "").replace(/^(re:\s*)+/i, "")}`,
    inReplyTo: mail.messageId ?? "",
    references: [mail.references ?? [], mail.messageId ?? ""].flat(),
    text: `${text}\n\n${wrote}\n\n${quoted}\n`,
    html: `<div dir="ltr">${text}</div><br><div class="gmail_quote"><div class="gmail_attr">${wrote}<br></div><blockquote class="gmail_quote">${mail.html || ""}</blockquote></div>`,
  };
}
