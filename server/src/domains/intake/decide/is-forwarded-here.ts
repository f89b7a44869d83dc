import { domainsIn } from "../parse/find-address.ts";
import type { ParsedMail } from "../parse/parsed-mail.ts";

/** What servers add that pass a mail on: they name the mailbox that it came to. */
const traces = ["delivered-to", "x-original-to", "x-forwarded-for", "x-forwarded-to", "resent-to", "resent-from"];

/**
 * Whether a mail shows that it was sent to an address that is none of Deskhand's, and came here from there: it was written to
 * others alone, or a server on its way says so. A copy for somebody else of a mail to us shows nothing.
 */
export function isForwardedHere({ headers }: Pick<ParsedMail<unknown>, "headers">, mailDomain: string): boolean {
  const domain = mailDomain.toLowerCase();
  const domainsOf = (names: string[]) =>
    names.flatMap((name) => domainsIn((headers[name] ?? []).join(" ").slice(0, 20_000)));
  const isOurs = (at: string) => at === domain || at.endsWith(`.${domain}`);
  const writtenTo = domainsOf(["to", "cc"]);
  if (writtenTo.length > 0 && !writtenTo.some(isOurs)) return true;
  return domainsOf(traces).some((at) => !isOurs(at));
}
