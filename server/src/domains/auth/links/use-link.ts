import { createHash, randomBytes } from "node:crypto";
import type { linkPages } from "@deskhand/contract/pages";
import type { DBAdapter } from "better-auth";
import { newId } from "../../../platform/db/ids.ts";
import type { GlobalTx, TenantTx } from "../../../platform/db/tenant.ts";
import { type Failure, fail } from "../../../platform/fail.ts";
import { insertLink, type LinkEnd, type LinkPurpose, linkEnds } from "./links.queries.ts";

type Adapter = Pick<DBAdapter, "findOne" | "updateMany">;

/** A link that can still be used. */
export type Link = { id: string; subjectId: string; email: string; askedAt: Date };

/** After so many wrong passwords a link ends. */
const maxWrongTries = 10;
const model = "account_links";

/** The table of links, for the sign-in library's adapter. */
export const linkTables = {
  account_links: {
    fields: {
      purpose: { type: "string" },
      token_hash: { type: "string" },
      subject_id: { type: "string" },
      email: { type: "string" },
      wrong_tries: { type: "number" },
      expires_at: { type: "date" },
      used_at: { type: "date", required: false },
      ended_as: { type: "string", required: false },
      created_at: { type: "date" },
    },
  },
} as const;

type LinkRow = {
  id: string;
  purpose: string;
  subject_id: string;
  email: string;
  wrong_tries: number;
  expires_at: Date;
  used_at: Date | null;
  ended_as: string | null;
  created_at: Date;
};

/**
 * The link with this token and purpose; changes nothing. Fails with what is wrong with it
 * (docs/product.md#links-in-mails).
 */
export async function lookAtLink(adapter: Adapter, purpose: LinkPurpose, token: string): Promise<Link> {
  const row = await adapter.findOne<LinkRow>({ model, where: [{ field: "token_hash", value: hashOf(token) }] });
  // A link for another purpose counts as unknown: it must not be tried out at another page.
  if (row?.purpose !== purpose) throw fail("link_not_valid");
  if (row.used_at !== null) throw over(row);
  if (row.expires_at <= new Date()) throw fail("link_expired");
  if (row.wrong_tries >= maxWrongTries) throw fail("link_guessed");
  return { id: row.id, subjectId: row.subject_id, email: row.email, askedAt: row.created_at };
}

/** Uses a link up in the transaction of its effect. Of several requests at once one succeeds, the others fail. */
export async function useLink(adapter: Adapter, { id }: Link): Promise<void> {
  const where = [
    { field: "id", value: id },
    { field: "used_at", value: null },
  ];
  if ((await adapter.updateMany({ model, where, update: { used_at: new Date() } })) === 1) return;
  throw over(await adapter.findOne<LinkRow>({ model, where: [{ field: "id", value: id }] }));
}

/** The failure for a link that is no longer valid: used, expired, or ended for a stored reason. */
function over(row: LinkRow | null): Failure {
  const end = linkEnds.find((reason) => reason === row?.ended_as);
  return fail(end ? codes[end] : "link_used");
}
const codes = { withdrawn: "invitation_withdrawn", replaced: "link_replaced", outdated: "link_outdated" } as const;

/** Ends every other link of this purpose about the same subject, because its effect is done. */
export async function endOtherLinks(adapter: Adapter, purpose: LinkPurpose, { subjectId }: Link): Promise<void> {
  const where = [
    { field: "purpose", value: purpose },
    { field: "subject_id", value: subjectId },
    { field: "used_at", value: null },
  ];
  const end: LinkEnd = "outdated";
  await adapter.updateMany({ model, where, update: { used_at: new Date(), ended_as: end } });
}

/** Counts a password at a link before it is tried, as many at once would all pass a check of the count so far. */
export async function countTry(adapter: Adapter, { id }: Link): Promise<void> {
  for (;;) {
    const row = await adapter.findOne<LinkRow>({ model, where: [{ field: "id", value: id }] });
    if (!row) throw fail("link_expired");
    if (row.wrong_tries >= maxWrongTries) throw fail("link_guessed");
    const where = [
      { field: "id", value: id },
      { field: "wrong_tries", value: row.wrong_tries },
    ];
    if ((await adapter.updateMany({ model, where, update: { wrong_tries: row.wrong_tries + 1 } })) === 1) return;
  }
}

/** How many hours a link is valid (docs/product.md#links-in-mails). */
const hoursOf: Record<LinkPurpose, number> = { confirm: 24, reset: 1, invite: 7 * 24, "change-email": 24 };

/** The page of the web app that a link opens. The secret follows in the fragment, which no server receives. */
const pageOf: Record<LinkPurpose, `/${(typeof linkPages)[number]}`> = {
  confirm: "/confirm",
  reset: "/reset-password",
  invite: "/invitation",
  "change-email": "/change-email",
};

/** The claim or person a link is about, by id, and the address it is mailed to. */
type LinkAbout = { subjectId: string; email: string };

/**
 * Makes a link for a mail, usable once, in the transaction that queues the mail. Returns its page and its token, a
 * random number of 256 bits of which only the hash is stored; `queueAccountMail` takes both and seals the token.
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

/** A token's stored hash; the token is random enough to need no salt. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
