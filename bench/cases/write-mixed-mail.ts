import { mailKey, newMailMessageId } from "../../server/src/domains/outgoing/index.ts";
import { customerEmail, mailDomain, secret, supportAddressOf } from "../data/people.ts";
import { createRandom } from "../data/random.ts";
import { tenantShares } from "../data/scale.ts";
import { writeText } from "../data/write-text.ts";
import type { SampleTicket } from "./sample-tickets.ts";
import { writeMail } from "./write-mail.ts";

const random = createRandom(11);
const key = mailKey(secret);
const customersOfEach = 500;
const pictureBytes = 20_000;

export type MixedMail = { from: string; to: string; raw: string };

/**
 * Writes mail in a store's usual mix: of ten, four new and two known customers begin a conversation, three answer a mail of ours
 * by its signed Message-ID, and one shows a picture of 20 kB.
 */
export function writeMixedMail(at: number, tickets: SampleTicket[]): MixedMail {
  const tenant = at % tenantShares.length;
  const kind = Math.floor(at / tenantShares.length) % 10;
  if (kind < 3) return reply(tickets, at);
  const to = supportAddressOf(tenant);
  const { from, raw } = writeMail(to);
  if (kind === 3) return { from, to, raw: withPicture(raw) };
  if (kind > 5) return { from, to, raw };
  const knownCustomer = customerEmail(tenant, random.below(customersOfEach));
  return { from: knownCustomer, to, raw: raw.replaceAll(from, knownCustomer) };
}

function reply(tickets: SampleTicket[], at: number): MixedMail {
  const { tenant, lastMessageId, subject } = tickets[at % tickets.length] ?? {
    tenant: 0,
    lastMessageId: "",
    subject: "",
  };
  const to = supportAddressOf(tenant);
  const written = writeMail(to);
  const answered = `<${newMailMessageId(key, mailDomain, lastMessageId)}>`;
  const quoted = writeText(random, 60)
    .split("\n")
    .map((line) => `> ${line}`);
  const text = [
    writeText(random, 20),
    "",
    "On Mon, 2 Mar 2026 at 10:12, Store <help@store.example> wrote:",
    "",
    ...quoted,
  ];
  const head = written.raw
    .slice(0, written.raw.indexOf("MIME-Version"))
    .replace(/^Subject: .*$/m, `Subject: Re: ${subject}`);
  const fields = [`In-Reply-To: ${answered}`, `References: ${answered}`, "Content-Type: text/plain; charset=utf-8"];
  return { from: written.from, to, raw: `${head}${[...fields, "", ...text].join("\r\n")}\r\n` };
}

function withPicture(raw: string): string {
  const bytes = Buffer.alloc(pictureBytes);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = random.below(256);
  const encoded = bytes.toString("base64").replace(/.{76}/g, "$&\r\n");
  const outer = "=_mixed";
  const inner = raw.slice(raw.indexOf("Content-Type"));
  return [
    `${raw.slice(0, raw.indexOf("Content-Type"))}Content-Type: multipart/mixed; boundary="${outer}"`,
    "",
    `--${outer}`,
    inner,
    `--${outer}`,
    'Content-Type: image/png; name="damage.png"',
    'Content-Disposition: attachment; filename="damage.png"',
    "Content-Transfer-Encoding: base64",
    "",
    encoded,
    `--${outer}--`,
  ].join("\r\n");
}
