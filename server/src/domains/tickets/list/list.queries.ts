import { limits } from "@deskhand/contract/limits";
import type { TicketFilter } from "@deskhand/contract/tickets";
import {
  archivedStatuses,
  type TicketCategory,
  type TicketPriority,
  type TicketStatus,
} from "@deskhand/contract/vocabulary";
import type { CompiledQuery } from "kysely";
import { rawQuery } from "../../../platform/db/raw-query.ts";
import type { TicketPlace } from "./ticket-cursor.ts";

export type PageQuery = Omit<TicketFilter, "customer"> & {
  customerId: string | null;
  after: TicketPlace | null;
  limit: number;
};

type Counts = {
  active: number;
  archived: number;
  /** How many of the view have the chosen statuses, priorities and categories. */
  matching: number;
};
export type TicketRow = {
  id: string;
  ticket_number: number;
  subject: string;
  preview: string;
  status: TicketStatus;
  priority: TicketPriority;
  category: TicketCategory;
  labels: string[];
  customer_id: string | null;
  customer_name: string | null;
  customer_email: string | null;
  assigned_to: string | null;
  created_at: string;
  updated_at: string;
  due_date: string | null;
  message_count: number;
  attachment_count: number;
  urgency: number;
};
/** The counts come with each row, and alone in one row where the page is empty. */
export type PageRow = Counts & (TicketRow | { id: null });

const archived = `status in (${archivedStatuses.map((status) => `'${status}'`).join(", ")})`;
const order = "t.urgency desc, t.created_at desc, t.id desc";
/** What a ticket's card shows, of a ticket `t`. */
export const columns = `t.id, t.ticket_number, t.subject, t.preview, t.status, t.priority, t.category, t.labels, t.customer_id,
  t.assigned_to, t.created_at, t.updated_at, t.due_date, t.message_count, t.attachment_count, t.urgency`;

/** Collects a statement's parameters; each gives back its place, as `$1`. */
function parameters() {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  return { values, bind };
}
type Bind = (value: unknown) => string;

/** The id of the customer with this e-mail address. */
export function customerIdQuery(email: string): CompiledQuery<{ id: string }> {
  return rawQuery("select id from customers where email = $1", [email]);
}

/**
 * Up to `limit` tickets of a view, after a place in the list's order, with the counts. What is the same for everybody is
 * written out rather than bound, because only then PostgreSQL keeps its plan: planning takes longer than reading.
 */
export function ticketPageQuery(query: PageQuery): CompiledQuery<PageRow> {
  const { values, bind } = parameters();
  const text = isSearch(query) ? searchedTickets(query, bind) : walkedTickets(query, bind);
  return rawQuery(
    `select counts.*, page.*, c.name as customer_name, c.email as customer_email
     from (${countedTickets(query, bind)}) as counts
     left join lateral (${text}) as page on true
     left join customers c on c.id = page.customer_id
     order by page.urgency desc, page.created_at desc, page.id desc`,
    values,
  );
}

/** How many tickets a search finds, counted up to the cap. */
export function searchCountQuery(query: PageQuery): CompiledQuery<{ count: number }> {
  const { values, bind } = parameters();
  const found = searchCall({ ...query, after: null, limit: limits.searchCountCap + 1 }, bind);
  return rawQuery(`select count(*)::int as count from ${found} as found (id)`, values);
}

/** Whether the page has to be searched for, and its total counted. */
export function isSearch({ search, customerId }: Pick<PageQuery, "search" | "customerId">): boolean {
  return Boolean(search) || customerId !== null;
}

function countedTickets({ view, status, priority, category }: PageQuery, bind: Bind): string {
  const chosen = [
    view === "archive" ? archived : `not ${archived}`,
    ...(status?.length ? [`status = any (${bind(status)}::text[])`] : []),
    ...(priority?.length ? [`priority = any (${bind(priority)}::text[])`] : []),
    ...(category?.length ? [`category = any (${bind(category)}::text[])`] : []),
  ];
  const sum = (condition: string) => `coalesce(sum(delta) filter (where ${condition}), 0)::int`;
  return `select ${sum(`not ${archived}`)} as active, ${sum(archived)} as archived, ${sum(chosen.join(" and "))} as matching
    from ticket_count_deltas`;
}

function walkedTickets({ view, status, priority, category, after, limit }: PageQuery, bind: Bind): string {
  const conditions = [
    view === "archive" ? "t.is_archived" : "not t.is_archived",
    ...(status?.length ? [`t.status = any (${bind(status)}::text[])`] : []),
    ...(priority?.length ? [`t.priority = any (${bind(priority)}::text[])`] : []),
    ...(category?.length ? [`t.category = any (${bind(category)}::text[])`] : []),
    ...(after
      ? [
          `(t.urgency, t.created_at, t.id) <
            (${bind(after.urgency)}::smallint, ${bind(after.createdAt)}::timestamptz, ${bind(after.id)}::uuid)`,
        ]
      : []),
  ];
  const cap = limit === limits.defaultPageSize + 1 ? String(limit) : `${bind(limit)}::int`;
  return `select ${columns} from support_tickets t where ${conditions.join(" and ")} order by ${order} limit ${cap}`;
}

function searchedTickets(query: PageQuery, bind: Bind): string {
  return `select ${columns} from ${searchCall(query, bind)} as found (id) join support_tickets t on t.id = found.id`;
}

function searchCall(query: PageQuery, bind: Bind): string {
  const { view, status, priority, category, customerId, after, limit } = query;
  const search = query.search?.toLowerCase() ?? "";
  const number = /^(?:#|ticket:?\s*)?0*(\d{1,9})$/.exec(search)?.[1];
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return `search_tickets(
    ${bind(pattern)}, ${bind(number ? Number(number) : null)}::int, ${view === "archive"},
    ${bind(status?.length ? status : null)}::text[], ${bind(priority?.length ? priority : null)}::text[],
    ${bind(category?.length ? category : null)}::text[], ${bind(customerId)}::uuid,
    ${bind(after?.urgency ?? null)}::smallint, ${bind(after?.createdAt ?? null)}::timestamptz, ${bind(after?.id ?? null)}::uuid,
    ${bind(limit)}::int)`;
}
