import { createHash, randomBytes } from "node:crypto";
import type { linkPages } from "@deskhand/contract/pages";
import { newId } from "../../../platform/db/ids.ts";
import type { GlobalTx, TenantTx } from "../../../platform/db/tenant.ts";
import { insertLink, type LinkPurpose } from "./links.queries.ts";

/** How long a link holds (docs/product.md#links-in-mails). */
const hoursOf: Record<LinkPurpose, number> = { confirm: 24, reset: 1, invite: 7 * 24, "change-email": 24 };

/** The page of the web app that a link opens; what is secret in it follows as the fragment, which no server is told. */
const pageOf: Record<LinkPurpose, `/${(typeof linkPages)[number]}`> = {
  confirm: "/confirm",
  reset: "/reset-password",
  invite: "/invitation",
  "change-email": "/change-email",
};

/** Whom or what a link is about: a claim or a person, by its id; and the address that it is mailed to. */
export type LinkAbout = { subjectId: string; email: string };

/**
 * Makes a link for a mail, which can be used once, in the transaction that queues the mail: the page it opens, and its token,
 * a random number of 256 bits of which only the hash is kept. Both go into `queueAccountMail`, which seals the token.
 */
export async function makeLink(
  tx: TenantTx | GlobalTx,
  purpose: LinkPurpose,
  about: LinkAbout,
): Promise<{ page: string; token: string }> {
  const token = randomBytes(32).toString("base64url");
  await insertLink(tx, { ...about, id: newId(), purpose, tokenHash: hashOf(token), hours: hoursOf[purpose] });
  return { page: pageOf[purpose], token };
}

/** What is kept of a token; it is random enough for a hash without salt. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
