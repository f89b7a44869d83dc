import { readAddresses, readHead } from "../intake/index.ts";

/**
 * Whether a mail was sent from the mailbox itself to others, such as a copy of an answer. A mail from its address to its address is none: the
 * forms of websites write so.
 */
export function isSentCopy(start: Uint8Array, address: string): boolean {
  const head = readHead(Buffer.from(start));
  const named = (...names: string[]) =>
    names.flatMap((name) => readAddresses(head.get(name)).map(({ email }) => email.toLowerCase()));
  const from = named("from");
  const recipients = named("to", "cc");
  return from.length === 1 && from[0] === address && recipients.length > 0 && !recipients.includes(address);
}
