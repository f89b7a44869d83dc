import type { AuditEntry, AuditFilter } from "@deskhand/contract/admin/audit";
import { auditedTogether } from "@deskhand/contract/admin/audit-actions";
import { type RawBuilder, sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { Question } from "../../platform/questions.ts";
import { nameWithAddress } from "./audit.queries.ts";

/** The time and id of a page's last entry. */
export type EntryCursor = { createdAt: string; id: string };
/** A filter, where to begin, and how many entries at most. */
export type Page = AuditFilter & { after: EntryCursor | null; limit: number };

/** What a mail is called that an `entry` is about, read from the mail itself: what was erased or is kept no longer is named nowhere. */
export const nameOfMail = new Question<() => RawBuilder<string | null>>("what a mail in the audit log is called");

/** Returns up to `limit` entries after a cursor, or the newest. */
export async function selectEntries(tx: TenantTx, { userId, ...page }: Page): Promise<AuditEntry[]> {
  if (userId === undefined) return entries(tx, page).execute();
  // Each of the two uses its own index, which also gives the order.
  const byActor = await entries(tx, page).where("actor_id", "=", userId).execute();
  const about = await entries(tx, page)
    .where("subject_id", "=", userId)
    .where(sql<boolean>`entry.actor_id is distinct from ${userId}::uuid`)
    .execute();
  const place = ({ createdAt, id }: AuditEntry) => `${createdAt} ${id}`;
  return [...byActor, ...about].sort((a, b) => (place(a) < place(b) ? 1 : -1)).slice(0, page.limit);
}

function entries(tx: TenantTx, { kind, from, until, after, limit }: Omit<Page, "userId">) {
  const { times, since } = repeatsOf({ from, until });
  return tx
    .selectFrom("audit_log as entry")
    .select(["id", "created_at as createdAt", "action", "actor_id as actorId", "actor_name as actorName"])
    .select((eb) => [
      // An earlier version stored no address.
      eb.fn
        .coalesce(
          "actor_email",
          eb
            .selectFrom("users")
            .select("email")
            .whereRef("users.id", "=", "entry.actor_id")
            .where("deleted_at", "is", null),
        )
        .as("actorEmail"),
      sql<string | null>`coalesce(subject_label, ${nameOfMail.answer()})`.as("subject"),
    ])
    .select(["subject_id as subjectId", "ip", "device"])
    .select(sql<Record<string, unknown>>`details`.as("details"))
    .select([times.as("times"), since.as("since")])
    .where(isLast({ from, until }))
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? ""))
    .$if(from !== undefined, (query) => query.where("created_at", ">=", from ?? ""))
    .$if(until !== undefined, (query) => query.where("created_at", "<", until ?? ""))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
}

/** Whether a person belongs to the store or appears in its log. */
export async function isInLog(tx: TenantTx, userId: string): Promise<boolean> {
  const { isKnown } = await tx
    .selectNoFrom((eb) =>
      eb
        .or([
          eb.exists(eb.selectFrom("users").select("id").where("id", "=", userId)),
          eb.exists(eb.selectFrom("audit_log").select("id").where("actor_id", "=", userId)),
          eb.exists(eb.selectFrom("audit_log").select("id").where("subject_id", "=", userId)),
        ])
        .as("isKnown"),
    )
    .executeTakeFirstOrThrow();
  return Boolean(isKnown);
}

/** Everybody of the store with their address, and former members by name. */
export async function selectPeopleInLog(tx: TenantTx): Promise<{ id: string; name: string }[]> {
  const members = await tx
    .selectFrom("users")
    .select(["id", nameWithAddress])
    .where("deleted_at", "is", null)
    .execute();
  const former = await tx
    .selectFrom("audit_log")
    .select([sql<string>`subject_id`.as("id"), sql<string>`coalesce(subject_label, 'Unknown')`.as("name")])
    .where("kind", "=", "team")
    .where("action", "=", "team.deleted")
    .where("subject_id", "is not", null)
    .execute();
  return [...members, ...former].sort((a, b) => a.name.localeCompare(b.name, "en") || (a.id < b.id ? -1 : 1));
}

type Span = Pick<AuditFilter, "from" | "until">;

// Entries of one address and device within an hour are shown as one; all of them stay in the log.
const sameBurst = ({ from, until }: Span) => sql`other.subject_id = entry.subject_id and other.action = entry.action
  and other.ip is not distinct from entry.ip and other.device is not distinct from entry.device
  and other.created_at >= date_bin('1 hour', entry.created_at, 'epoch')
  and other.created_at < date_bin('1 hour', entry.created_at, 'epoch') + interval '1 hour'
  and other.created_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
  and other.created_at < coalesce(${until ?? null}::timestamptz, 'infinity')`;
const isRepeatable = sql`entry.action = any(${sql.val([...auditedTogether])}::text[])`;

/**
 * Whether an `entry` within the filter's time is shown: repeated attempts (`auditedTogether`) appear as the last one of
 * an hour.
 */
function isLast(span: Span): RawBuilder<boolean> {
  return sql`(not ${isRepeatable} or not exists (select from audit_log as other
    where ${sameBurst(span)} and (other.created_at, other.id) > (entry.created_at, entry.id)))`;
}

/** How many entries a shown `entry` stands for, and the time of the first of them. */
function repeatsOf(span: Span): { times: RawBuilder<number>; since: RawBuilder<string> } {
  const of = (what: RawBuilder<unknown>, otherwise: RawBuilder<unknown>) =>
    sql<never>`case when ${isRepeatable} then (select ${what} from audit_log as other where ${sameBurst(span)}) else ${otherwise} end`;
  return { times: of(sql`count(*)::int`, sql`1`), since: of(sql`min(other.created_at)`, sql`entry.created_at`) };
}
