import type { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import { composeMail } from "./compose-mail.ts";
import type { OutgoingMail } from "./mailer.ts";

/** The bytes of a mail, dated as given and without a signature; its files are read while they are taken. */
export async function renderMail(mail: OutgoingMail, at: Date): Promise<Readable> {
  const transport = createTransport({ streamTransport: true });
  const { message } = await transport.sendMail({ ...composeMail(mail), date: at, newline: "windows" });
  transport.close();
  if (Buffer.isBuffer(message)) throw new TypeError("The mail was built in memory");
  return message;
}
