import type { TenantTx } from "../../../platform/db/tenant.ts";
import { type AuthorCandidates, chooseAuthor } from "../parse/find-author.ts";
import { storableText } from "./storable-text.ts";
import { staffAmong } from "./threading.queries.ts";

/** The person who wrote a mail; the address is in lower case. */
export type MailAuthor = { name: string | null; email: string; isForwarded: boolean };

/**
 * Chooses who wrote a mail: never the store itself, and its staff only when nobody else is named, as when a staff member
 * forwards a customer's mail or tries the support address out.
 */
export async function findMailAuthor(
  tx: TenantTx,
  candidates: AuthorCandidates,
  isStoreAddress: (email: string) => boolean,
): Promise<MailAuthor | null> {
  const { from, replyTo, originalSender, forwarded, visitor } = candidates;
  const named = [from, ...replyTo, originalSender, forwarded, visitor].flatMap((one) => one?.email.toLowerCase() ?? []);
  const staff = new Set(await staffAmong(tx, named));
  const isOwn = (email: string) => isStoreAddress(email) || staff.has(email.toLowerCase());
  const author = chooseAuthor(candidates, isOwn) ?? chooseAuthor(candidates, isStoreAddress);
  if (!author) return null;
  const { name, email } = author.address;
  return {
    name: storableText(name, 200).trim() || null,
    email: storableText(email.trim().toLowerCase(), 320),
    isForwarded: author.via === "forward",
  };
}
