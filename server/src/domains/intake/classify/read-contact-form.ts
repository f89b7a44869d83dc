import type { MailAddress, ParsedMail } from "../parse/parsed-mail.ts";
import { normaliseEmail } from "../parse/read-addresses.ts";

const emailLabel =
  /^(?:(?:your |customer |contact )?e-?mail(?: address| adresse|-adresse)?|adresse e-?mail|correo(?: electrónico)?|courriel|indirizzo e-?mail|メールアドレス|邮箱)$/i;
const nameLabel =
  /^(?:(?:your |full |customer |contact |first )?name|nom(?: complet)?|nombre|nome|naam|namn|navn|nimi|imię|имя|お名前|名前|姓名)$/i;

/** The visitor named by the "Name:" and "Email:" lines of a contact form's mail, or null. */
export function readContactForm(mail: ParsedMail<unknown>): MailAddress | null {
  const fields = readFields(mail.text.slice(0, 20_000));
  const email = fields.find(({ label }) => emailLabel.test(label))?.value ?? "";
  const address = normaliseEmail(/[^\s<>()[\]"',;:]{1,64}@[\w.-]{1,190}\w/.exec(email)?.[0] ?? "");
  if (!address) return null;
  const name = fields.find(({ label }) => nameLabel.test(label))?.value ?? "";
  return { name: name.replace(/\s+/g, " ").slice(0, 200), email: address };
}

// Shopify puts the value on the line below its label, others behind it.
function readFields(text: string): { label: string; value: string }[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.flatMap((line, index) => {
    const match = /^\**([\p{L}][\p{L} -]{1,30}?)\**\s*[:：]\**\s*(.*)$/u.exec(line.slice(0, 500));
    if (!match) return [];
    const next = lines.slice(index + 1, index + 3).find((below) => below !== "") ?? "";
    return [{ label: match[1] ?? "", value: match[2] || next.slice(0, 300) }];
  });
}
