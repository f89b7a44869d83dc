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

/** With so many wrong passwords tried at it, a link is over. */
const mostWrongTries = 10;
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

/** The link with this token, made for this purpose; changes nothing. Fails with what is wrong with it (docs/product.md#links-in-mails). */
export async function lookAtLink(adapter: Adapter, purpose: LinkPurpose, token: string): Promise<Link> {
  const row = await adapter.findOne<LinkRow>({ model, where: [{ field: "token_hash", value: hashOf(token) }] });
  // A link for something else is as good as none: it must not be tried out at another page.
  if (row?.purpose !== purpose) throw fail("link_not_valid");
  if (row.used_at !== null) throw over(row);
  if (row.expires_at <= new Date()) throw fail("link_expired");
  if (row.wrong_tries >= mostWrongTries) throw fail("link_guessed");
  return { id: row.id, subjectId: row.subject_id, email: row.email, askedAt: row.created_at };
}

/** Uses a link up, in the transaction of what it is for. Of several requests at once one succeeds, the others fail. */
export async function useLink(adapter: Adapter, { id }: Link): Promise<void> {
  const where = [
    { field: "id", value: id },
    { field: "used_at", value: null },
  ];
  if ((await adapter.updateMany({ model, where, update: { used_at: new Date() } })) === 1) return;
  throw over(await adapter.findOne<LinkRow>({ model, where: [{ field: "id", value: id }] }));
}

/** What is said of a link that holds no more: that it was used, or why else. */
function over(row: LinkRow | null): Failure {
  const end = linkEnds.find((known) => known === row?.ended_as);
  return fail(end ? codes[end] : "link_used");
}
const codes = { withdrawn: "invitation_withdrawn", replaced: "link_replaced", outdated: "link_outdated" } as const;

/** Ends every other link for a purpose that is about the same, because what it was for is done. */
export async function endOtherLinks(adapter: Adapter, purpose: LinkPurpose, { subjectId }: Link): Promise<void> {
  const where = [
    { field: "purpose", value: purpose },
    { field: "subject_id", value: subjectId },
    { field: "used_at", value: null },
  ];
  const end: LinkEnd = "outdated";
  await adapter.updateMany({ model, where, update: { used_at: new Date(), ended_as: end } });
}

/** Counts a password at a link before it is tried: many at once would all find that there were few so far. */
export async function countTry(adapter: Adapter, { id }: Link): Promise<void> {
  for (;;) {
    const row = await adapter.findOne<LinkRow>({ model, where: [{ field: "id", value: id }] });
    if (!row) throw fail("link_expired");
    if (row.wrong_tries >= mostWrongTries) throw fail("link_guessed");
    const where = [
      { field: "id", value: id },
      { field: "wrong_tries", value: row.wrong_tries },
    ];
    if ((await adapter.updateMany({ model, where, update: { wrong_tries: row.wrong_tries + 1 } })) === 1) return;
  }
}

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
type LinkAbout = { subjectId: string; email: string };

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
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
