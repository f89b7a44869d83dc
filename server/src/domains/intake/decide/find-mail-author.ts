import { limits } from "@deskhand/contract/limits";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { storableText } from "../../../platform/storable-text.ts";
import { type AuthorCandidates, chooseAuthor } from "../classify/find-author.ts";
import { readAddresses } from "../parse/read-addresses.ts";
import { staffAmong } from "./decide.queries.ts";

/** The person who wrote a mail; the address is in lower case. */
export type MailAuthor = { name: string | null; email: string; isForwarded: boolean };

/**
 * Chooses who wrote a mail: never the store itself, and its staff only when nobody else is named, as when a staff member
 * forwards a customer's mail or tries the support address out. A mail whose header names nobody is of its envelope's
 * sender, so that there is somebody to answer.
 */
export async function findMailAuthor(
  tx: TenantTx,
  candidates: AuthorCandidates,
  envelopeFrom: string,
  isStoreAddress: (email: string) => boolean,
): Promise<MailAuthor | null> {
  const { from, replyTo, originalSender, forwarded, visitor } = candidates;
  const named = [from, ...replyTo, originalSender, forwarded, visitor].flatMap((one) => one?.email.toLowerCase() ?? []);
  const staff = new Set(await staffAmong(tx, named));
  const isOwn = (email: string) => isStoreAddress(email) || staff.has(email.toLowerCase());
  const author = chooseAuthor(candidates, isOwn) ?? chooseAuthor(candidates, isStoreAddress);
  if (!author) return isNobodyNamed(candidates) ? envelopeSender(envelopeFrom, isStoreAddress) : null;
  const { name, email } = author.address;
  return {
    name: storableText(name, limits.customerNameLength).trim() || null,
    email: storableText(email.trim().toLowerCase(), limits.emailAddressLength),
    isForwarded: author.via === "forward",
  };
}

function isNobodyNamed({ from, replyTo, originalSender }: AuthorCandidates): boolean {
  return from === null && replyTo.length === 0 && originalSender === null;
}

// The null path of bounces and a door that does not know its sender hold no address.
function envelopeSender(envelopeFrom: string, isStoreAddress: (email: string) => boolean): MailAuthor | null {
  const email = readAddresses([envelopeFrom])[0]?.email.toLowerCase();
  if (!email || email.length > limits.emailAddressLength || isStoreAddress(email)) return null;
  return { name: null, email: storableText(email), isForwarded: false };
}
