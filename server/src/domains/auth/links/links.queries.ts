import { sql } from "kysely";
import type { GlobalTx, TenantTx } from "../../../platform/db/tenant.ts";

export type LinkPurpose = "confirm" | "reset" | "invite" | "change-email";

type NewLink = {
  id: string;
  purpose: LinkPurpose;
  tokenHash: string;
  subjectId: string;
  email: string;
  hours: number;
};

/** Stores a link about to be mailed, valid for so many hours. */
export async function insertLink(
  tx: TenantTx | GlobalTx,
  { id, purpose, tokenHash, subjectId, email, hours }: NewLink,
): Promise<void> {
  await tx
    .insertInto("account_links")
    .values({
      id,
      purpose,
      token_hash: tokenHash,
      subject_id: subjectId,
      email: email.toLowerCase(),
      expires_at: sql<string>`now() + make_interval(hours => ${hours})`,
    })
    .execute();
}

/** Why an unused link is no longer valid, for the page it opens (docs/product.md#links-in-mails). */
export const linkEnds = ["withdrawn", "replaced", "outdated"] as const;
export type LinkEnd = (typeof linkEnds)[number];

/** Ends every link of this purpose about one of the tenant's people, with the reason. */
export async function endLinks(
  tx: TenantTx | GlobalTx,
  { purpose, subjectId }: Pick<NewLink, "purpose" | "subjectId">,
  end: LinkEnd,
): Promise<void> {
  await tx
    .updateTable("account_links")
    .set({ used_at: sql<string>`now()`, ended_as: end })
    .where("purpose", "=", purpose)
    .where("subject_id", "=", subjectId)
    .where("used_at", "is", null)
    .where((eb) => eb.exists(eb.selectFrom("users").select("users.id").where("users.id", "=", subjectId)))
    .execute();
}

/** Whether a usable link of this purpose was mailed to this address within ten minutes. */
export async function hasOpenLink(
  tx: TenantTx,
  { purpose, subjectId, email }: Pick<NewLink, "purpose" | "subjectId" | "email">,
): Promise<boolean> {
  const found = await tx
    .selectFrom("account_links")
    .select("id")
    .where("purpose", "=", purpose)
    .where("subject_id", "=", subjectId)
    .where("email", "=", email)
    .where("used_at", "is", null)
    .where("created_at", ">", sql<string>`now() - interval '10 minutes'`)
    .where((eb) => eb.exists(eb.selectFrom("users").select("users.id").where("users.id", "=", subjectId)))
    .executeTakeFirst();
  return found !== undefined;
}
