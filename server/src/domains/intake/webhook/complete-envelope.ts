import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { readHead } from "../decide/with-raw-text.ts";
import { intakeLimits } from "../intake-limits.ts";

/** A mail as a webhook brings it: the file that holds it, and of its envelope what the webhook says. */
export type InboundMail = { raw: string; envelopeFrom: string | null; recipients: string[] };

const headBytes = 262_144;

/** The envelope, completed from the headers that a forwarder leaves where the webhook does not carry it. */
export async function completeEnvelope(mail: InboundMail): Promise<{ envelopeFrom: string; recipients: string[] }> {
  const head = readHead(await buffer(createReadStream(mail.raw, { end: headBytes - 1 })));
  const path = head.get("return-path")?.[0];
  const envelopeFrom = mail.envelopeFrom ?? path ?? intakeLimits.unknownSender;
  const told = mail.recipients.flatMap(addressesIn);
  const forwarded = ["delivered-to", "x-forwarded-to", "x-original-to"].flatMap((name) => head.get(name) ?? []);
  const recipients = told.length > 0 ? told : forwarded.flatMap(addressesIn);
  return { envelopeFrom: envelopeFrom.replace(/^\s*<|>\s*$/g, "").trim(), recipients: recipients.slice(0, 100) };
}

function addressesIn(text: string): string[] {
  return text.match(/[^\s\p{Cc}<>",;]{1,128}@[^\s\p{Cc}<>",;]{1,255}/gu) ?? [];
}
