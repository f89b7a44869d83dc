import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** A time, its beginning included and its end not. */
type Span = { from: string; until: string };

/** What was asked and rated in a time: `sum` of all scores, `good` ones of 4 and 5, `bad` ones of 1 and 2. */
type RatingFigures = { asked: number; rated: number; sum: number; good: number; bad: number };

/**
 * Sums up the requests of a time and the ratings of that time, each by when it was given first; a request may be rated later. A rating
 * that was changed counts as it is now.
 */
export async function selectRatingFigures(tx: TenantTx, { from, until }: Span): Promise<RatingFigures> {
  const within = (column: "asked_at" | "rated_at") =>
    sql<boolean>`${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${until}::timestamptz`;
  const rated = within("rated_at");
  return tx
    .selectFrom("ticket_ratings")
    .select([
      sql<number>`count(*) filter (where ${within("asked_at")})`.as("asked"),
      sql<number>`count(*) filter (where ${rated})`.as("rated"),
      sql<number>`coalesce(sum(score) filter (where ${rated}), 0)`.as("sum"),
      sql<number>`count(*) filter (where ${rated} and score >= 4)`.as("good"),
      sql<number>`count(*) filter (where ${rated} and score <= 2)`.as("bad"),
    ])
    .where(sql<boolean>`(${within("asked_at")} or ${rated})`)
    .executeTakeFirstOrThrow();
}
