import type { ParsedMail } from "../parse/parsed-mail.ts";

/** What Gmail sends to an address before it forwards mail there. */
export type ForwardingConfirmation = { account: string | null; code: string | null; link: string };

const sender = "forwarding-noreply@google.com";
const confirmationLink =
  /https:\/\/(?:mail-settings|mail|isolated\.mail)\.google\.com\/(?:mail\/)?(?:[\w./]{0,40}\/)?vf-[^\s<>"]+/;

/** Recognises Gmail's forwarding-confirmation mail and reads its code and link; null for any other mail. */
export function readForwardingConfirmation(mail: ParsedMail<unknown>): ForwardingConfirmation | null {
  if (mail.from?.email.toLowerCase() !== sender) return null;
  const text = mail.text.slice(0, 20_000);
  const link = confirmationLink.exec(text)?.[0];
  if (!link) return null;
  const code = /\(#?(\d{6,12})\)/.exec(mail.subject)?.[1] ?? /\b(\d{8,10})\b/.exec(text)?.[1] ?? null;
  const account = /(?:from|von|de)\s+([^\s<>@]{1,64}@[\w.-]{3,190}\w)/i.exec(mail.subject)?.[1] ?? null;
  return { account, code, link };
}
