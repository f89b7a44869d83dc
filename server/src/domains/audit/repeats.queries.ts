import type { AuditFilter } from "@deskhand/contract/admin/audit";
import { auditedTogether } from "@deskhand/contract/admin/audit-actions";
import { type RawBuilder, sql } from "kysely";

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
export function isLast(span: Span): RawBuilder<boolean> {
  return sql`(not ${isRepeatable} or not exists (select from audit_log as other
    where ${together(span)} and (other.created_at, other.id) > (entry.created_at, entry.id)))`;
}

/** For how many an `entry` that is shown stands, and when the first of them was. */
export function repeatsOf(span: Span): { times: RawBuilder<number>; since: RawBuilder<string> } {
  const of = (what: RawBuilder<unknown>, otherwise: RawBuilder<unknown>) =>
    sql<never>`case when ${isRepeatable} then (select ${what} from audit_log as other where ${together(span)}) else ${otherwise} end`;
  return { times: of(sql`count(*)::int`, sql`1`), since: of(sql`min(other.created_at)`, sql`entry.created_at`) };
}
