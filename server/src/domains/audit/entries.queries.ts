import type { AuditEntry, AuditFilter } from "@deskhand/contract/admin/audit";
import { auditedTogether } from "@deskhand/contract/admin/audit-actions";
import { type RawBuilder, sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { Question } from "../../platform/questions.ts";
import { nameWithAddress } from "./audit.queries.ts";

/** After the entry with this time and id. */
export type EntryCursor = { createdAt: string; id: string };
/** Which entries, after which one, and how many at most. */
export type Page = AuditFilter & { after: EntryCursor | null; limit: number };

/** What a mail is called that an `entry` is about, read from the mail itself: what was erased or is kept no longer is named nowhere. */
export const nameOfMail = new Question<() => RawBuilder<string | null>>("what a mail in the audit log is called");

/** Up to `limit` entries after a cursor, or from the newest on. */
export async function selectEntries(tx: TenantTx, { userId, ...page }: Page): Promise<AuditEntry[]> {
  if (userId === undefined) return entries(tx, page).execute();
  // Each by an index of its own, in order.
  const by = await entries(tx, page).where("actor_id", "=", userId).execute();
  const about = await entries(tx, page)
    .where("subject_id", "=", userId)
    .where(sql<boolean>`entry.actor_id is distinct from ${userId}::uuid`)
    .execute();
  const place = ({ createdAt, id }: AuditEntry) => `${createdAt} ${id}`;
  return [...by, ...about].sort((a, b) => (place(a) < place(b) ? 1 : -1)).slice(0, page.limit);
}

function entries(tx: TenantTx, { kind, from, until, after, limit }: Omit<Page, "userId">) {
  const { times, since } = repeatsOf({ from, until });
  return tx
    .selectFrom("audit_log as entry")
    .select(["id", "created_at as createdAt", "action", "actor_id as actorId", "actor_name as actorName"])
    .select((eb) => [
      // An earlier version kept no address.
      eb.fn
        .coalesce("actor_email", eb.selectFrom("users").select("email").whereRef("users.id", "=", "entry.actor_id"))
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

/** Whether somebody is of the store or stands in its log. */
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

/** Everybody of the store with their address, and whoever was, by name. */
export async function selectPeopleInLog(tx: TenantTx): Promise<{ id: string; name: string }[]> {
  const there = await tx.selectFrom("users").select(["id", nameWithAddress]).execute();
  const gone = await tx
    .selectFrom("audit_log")
    .select([sql<string>`subject_id`.as("id"), sql<string>`coalesce(subject_label, 'Unknown')`.as("name")])
    .where("kind", "=", "team")
    .where("action", "=", "team.deleted")
    .where("subject_id", "is not", null)
    .execute();
  return [...there, ...gone].sort((a, b) => a.name.localeCompare(b.name, "en") || (a.id < b.id ? -1 : 1));
}

type Span = Pick<AuditFilter, "from" | "until">;

// One address and device within an hour of the clock; all of its entries stay in the log.
const together = ({ from, until }: Span) => sql`other.subject_id = entry.subject_id and other.action = entry.action
  and other.ip is not distinct from entry.ip and other.device is not distinct from entry.device
  and other.created_at >= date_bin('1 hour', entry.created_at, 'epoch')
  and other.created_at < date_bin('1 hour', entry.created_at, 'epoch') + interval '1 hour'
  and other.created_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
  and other.created_at < coalesce(${until ?? null}::timestamptz, 'infinity')`;
const isRepeatable = sql`entry.action = any(${sql.val([...auditedTogether])}::text[])`;

/** Whether an `entry` of a filter's time is shown: of what is tried again and again (`auditedTogether`) only the last within an hour. */
function isLast(span: Span): RawBuilder<boolean> {
  return sql`(not ${isRepeatable} or not exists (select from audit_log as other
    where ${together(span)} and (other.created_at, other.id) > (entry.created_at, entry.id)))`;
}

/** For how many an `entry` that is shown stands, and when the first of them was. */
function repeatsOf(span: Span): { times: RawBuilder<number>; since: RawBuilder<string> } {
  const of = (what: RawBuilder<unknown>, otherwise: RawBuilder<unknown>) =>
    sql<never>`case when ${isRepeatable} then (select ${what} from audit_log as other where ${together(span)}) else ${otherwise} end`;
  return { times: of(sql`count(*)::int`, sql`1`), since: of(sql`min(other.created_at)`, sql`entry.created_at`) };
}
