import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** The figures of an article over all readers of an installation. */
export type HelpFigures = { views: number; helpful: number; notHelpful: number; ratings: number; ratingSum: number };
type OwnVote = { isHelpful: boolean | null; rating: number | null };

/** The figures of every article that was opened or voted on. */
export async function selectHelpFigures(tx: TenantTx): Promise<Map<string, HelpFigures>> {
  const rows = await tx
    .selectFrom("help_figures")
    .select(["article_id", "views", "helpful", "ratings"])
    .select(["not_helpful as notHelpful", "rating_sum as ratingSum"])
    .execute();
  return new Map(rows.map(({ article_id, ...figures }) => [article_id, figures]));
}

/** A person's vote on an article. */
export async function selectOwnVote(tx: TenantTx, userId: string, article: string): Promise<OwnVote> {
  const row = await tx
    .selectFrom("help_uses")
    .select(["is_helpful as isHelpful", "rating"])
    .where("user_id", "=", userId)
    .where("article_id", "=", article)
    .executeTakeFirst();
  return row ?? { isHelpful: null, rating: null };
}

/** Records that a person opened an article today (UTC), once a day. */
export async function keepOpened(tx: TenantTx, userId: string, article: string): Promise<void> {
  const today = sql<string>`(now() at time zone 'UTC')::date`;
  await tx
    .insertInto("help_uses")
    .values({ user_id: userId, article_id: article, opened_on: today })
    .onConflict((same) =>
      same
        .columns(["client_id", "user_id", "article_id"])
        .doUpdateSet({ opened_on: today })
        .where((eb) => eb("help_uses.opened_on", "is distinct from", eb.ref("excluded.opened_on"))),
    )
    .execute();
}

/** Stores a person's vote on an article; undefined values stay unchanged. */
export async function keepVote(
  tx: TenantTx,
  userId: string,
  article: string,
  { isHelpful, rating }: { isHelpful?: boolean | null | undefined; rating?: number | null | undefined },
): Promise<void> {
  const values = { ...(isHelpful !== undefined && { is_helpful: isHelpful }), ...(rating !== undefined && { rating }) };
  if (Object.keys(values).length === 0) return;
  await tx
    .insertInto("help_uses")
    .values({ user_id: userId, article_id: article, ...values })
    .onConflict((same) => same.columns(["client_id", "user_id", "article_id"]).doUpdateSet(values))
    .execute();
}
