import type { ParsedMail } from "../parse/parsed-mail.ts";
import { readAddresses } from "../parse/read-addresses.ts";

/** Finds among a mail's To, Cc and Reply-To the mailing list that it came by (RFC 2369, section 3.4; RFC 2919); in lower case. */
export function listAddresses({ headers, replyTo }: Pick<ParsedMail<unknown>, "headers" | "replyTo">): string[] {
  const posts = new Set(
    headers["list-post"]?.flatMap((value) => readAddresses([/<mailto:([^<>?]+)/i.exec(value)?.[1] ?? ""])).map(lower),
  );
  // Most lists are named by their address, with a dot for the "@".
  const ids = new Set(
    headers["list-id"]?.map((value) => (/<([^<>]+)>\s*$/.exec(value)?.[1] ?? value).trim().toLowerCase()),
  );
  if (posts.size === 0 && ids.size === 0) return [];
  const named = [...readAddresses(headers.to), ...readAddresses(headers.cc), ...replyTo].map(lower);
  return [...new Set(named)].filter((email) => posts.has(email) || ids.has(email.replace("@", ".")));
}

function lower({ email }: { email: string }): string {
  return email.toLowerCase();
}
