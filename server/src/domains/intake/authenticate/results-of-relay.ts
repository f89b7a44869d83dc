import { type AuthResults, readAuthResults } from "./read-auth-results.ts";
import type { HeadField } from "./read-head-fields.ts";

/**
 * The results that a relay of our own added: the topmost that bear the name by which it received the mail, one with DMARC
 * before all others; null when there are none. The relay has to remove those that claim its name (RFC 8601, section 5).
 */
export function resultsOfRelay(fields: readonly HeadField[]): AuthResults | null {
  const received = fields.flatMap(({ name }, at) => (name === "received" ? [at] : []));
  const name = receiverOf(fields[received[0] ?? -1]?.value ?? "");
  if (name === null) return null;
  const own = fields
    .slice(0, received[1] ?? fields.length)
    .filter((field) => field.name === "authentication-results")
    .map(({ value }) => readAuthResults(value))
    .filter(({ checkedBy }) => checkedBy === name);
  return own.find(({ results }) => results.some(({ method }) => method === "dmarc")) ?? own[0] ?? null;
}

/** The host that a Received field (RFC 5321, section 4.4) says it was received by, in lower case. */
function receiverOf(received: string): string | null {
  return /(?:^|\s)by\s{1,10}([a-z\d.-]{1,255})/i.exec(received)?.[1]?.toLowerCase() ?? null;
}
