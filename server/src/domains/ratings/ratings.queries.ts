import { ratingLimits } from "@deskhand/contract/ratings/rating-limits";
import type { ReviewLink } from "@deskhand/contract/ratings/ratings";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { addedAt } from "../tickets/index.ts";

export type SavedSettings = {
  isOn: boolean;
  hours: number;
  pauseDays: number;
  asksAfterComplaints: boolean;
  reviewLinks: ReviewLink[];
  ruleId: string | null;
  version: number;
};

/** Selects the store's settings; undefined until it saves some. */
export function selectRatingSettings(tx: TenantTx): Promise<SavedSettings | undefined> {
  return tx
    .selectFrom("rating_settings")
    .select(["is_on as isOn", "hours", "pause_days as pauseDays", "asks_after_complaints as asksAfterComplaints"])
    .select(["review_links as reviewLinks", "rule_id as ruleId", "version"])
    .$castTo<SavedSettings>()
    .executeTakeFirst();
}

/** Saves settings, as the next version. */
export async function upsertRatingSettings(tx: TenantTx, settings: Omit<SavedSettings, "version">): Promise<void> {
  const { isOn, hours, pauseDays, asksAfterComplaints, reviewLinks, ruleId } = settings;
  const values = {
    is_on: isOn,
    hours,
    pause_days: pauseDays,
    asks_after_complaints: asksAfterComplaints,
    review_links: JSON.stringify(reviewLinks),
    rule_id: ruleId,
  };
  await tx
    .insertInto("rating_settings")
    .values(values)
    .onConflict((conflict) =>
      conflict.column("client_id").doUpdateSet({
        ...values,
        version: sql<number>`rating_settings.version + 1`,
        updated_at: sql<string>`clock_timestamp()`,
      }),
    )
    .execute();
}

/** What the customer of a ticket `t` rated, from 1 to 5; null until they do. */
export const scoreOfTicket = sql<number | null>`(select q.score from ticket_ratings q
  where q.client_id = t.client_id and q.ticket_id = t.id)`;

/** What decides whether a ticket's customer is asked. */
export type AskedAbout = {
  isAsked: boolean;
  /** Whether they wrote last. */
  isWaiting: boolean;
  /** Whether they were asked about another ticket within the pause. */
  wasAskedLately: boolean;
  /** Whether a mail of this ticket to them came back. */
  hasBounced: boolean;
  isComplaint: boolean;
  wasAnsweredLately: boolean;
  /** Its assignee, else who answered last. */
  agentId: string | null;
  teamId: string | null;
};

/** Selects what decides whether a ticket's customer is asked. */
export function selectAskedAbout(tx: TenantTx, ticketId: string, pauseDays: number): Promise<AskedAbout> {
  const answers = sql`from ticket_messages m where m.client_id = t.client_id and m.ticket_id = t.id and m.message_type = 'email'
    and not m.is_from_customer and not m.is_automatic and m.author_id is not null`;
  return tx
    .selectFrom("support_tickets as t")
    .select([
      sql<boolean>`exists (select from ticket_ratings r where r.client_id = t.client_id and r.ticket_id = t.id)`.as(
        "isAsked",
      ),
      sql<boolean>`t.waiting_since is not null`.as("isWaiting"),
      sql<boolean>`exists (select from ticket_ratings r where r.client_id = t.client_id and r.customer_id = t.customer_id
        and r.asked_at > now() - make_interval(days => ${pauseDays}::int))`.as("wasAskedLately"),
      sql<boolean>`exists (select from ticket_messages m join outgoing_mails o on o.client_id = m.client_id and o.message_id = m.id
        where m.client_id = t.client_id and m.ticket_id = t.id and o.bounced_at is not null)`.as("hasBounced"),
      sql<boolean>`(t.priority in ('high', 'urgent') or exists (select from ticket_activities a
          where a.client_id = t.client_id and a.ticket_id = t.id and a.kind = 'reopened')
        or exists (select from ticket_incidents i where i.client_id = t.client_id and i.ticket_id = t.id and not i.is_removed))`.as(
        "isComplaint",
      ),
      sql<boolean>`exists (select ${answers}
        and m.created_at > now() - make_interval(hours => ${ratingLimits.ratingComplaintHours}::int))`.as(
        "wasAnsweredLately",
      ),
      sql<string | null>`coalesce(t.assigned_to,
        (select m.author_id ${answers} order by m.created_at desc, m.id desc limit 1))`.as("agentId"),
      "t.team_id as teamId",
    ])
    .where("t.id", "=", ticketId)
    .executeTakeFirstOrThrow();
}

/** What became of a ticket since its customer was asked, and their address; undefined for a request that is gone. */
export function selectSinceAsked(tx: TenantTx, ratingId: string) {
  return tx
    .selectFrom("ticket_ratings as r")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "r.client_id").onRef("c.id", "=", "r.customer_id"),
    )
    .select("c.email")
    .select(
      sql<boolean>`exists (select from ticket_messages m where m.client_id = r.client_id and m.ticket_id = r.ticket_id
        and m.is_from_customer and not m.is_automatic and ${addedAt("m")} > r.asked_at)`.as("hasWritten"),
    )
    .select(
      sql<boolean>`exists (select from ticket_activities a where a.client_id = r.client_id and a.ticket_id = r.ticket_id
        and a.kind = 'reopened' and a.created_at > r.asked_at)`.as("isReopened"),
    )
    .where("r.id", "=", ratingId)
    .executeTakeFirst();
}
