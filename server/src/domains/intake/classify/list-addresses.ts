import type { MailAddress, ParsedMail } from "../parse/parsed-mail.ts";
import { readAddresses } from "../parse/read-addresses.ts";

/**
 * Finds among a mail's To, Cc, Reply-To and From the mailing list that it came by (RFC 2369, section 3.4; RFC 2919): its address in lower
 * case, with the name that it calls itself by, else the one that To or Cc has.
 */
export function listAddresses({
  headers,
  replyTo,
  from,
}: Pick<ParsedMail<unknown>, "headers" | "replyTo" | "from">): MailAddress[] {
  const posts = new Set(
    headers["list-post"]?.flatMap((value) => readAddresses([/<mailto:([^<>?]+)/i.exec(value)?.[1] ?? ""])).map(lower),
  );
  // Most lists are named by their address, with a dot for the "@".
  const ids = headers["list-id"]?.map(readListId) ?? [];
  if (posts.size === 0 && ids.length === 0) return [];
  const found = new Map<string, MailAddress>();
  // A list that stands in From bears the name of whoever wrote, "Ann via Parents".
  const inFrom = from ? [{ ...from, name: "" }] : [];
  for (const one of [...readAddresses(headers.to), ...readAddresses(headers.cc), ...replyTo, ...inFrom]) {
    const email = lower(one);
    if (found.has(email) || !(posts.has(email) || ids.some(({ id }) => id === email.replace("@", ".")))) continue;
    found.set(email, { name: ids.find(({ name }) => name !== "")?.name ?? one.name, email });
  }
  return [...found.values()];
}

/** "Parents of the school <parents.school.example>". */
function readListId(value: string): { name: string; id: string } {
  const [, name = "", id = value] = /^(.{0,200}?)<([^<>]+)>\s*$/s.exec(value) ?? [];
  return { name: name.replace(/"/g, "").trim(), id: id.trim().toLowerCase() };
}

function lower({ email }: { email: string }): string {
  return email.toLowerCase();
}
