import { limits } from "@deskhand/contract/limits";
import type { CustomerHit, OrderHit, TicketHit } from "@deskhand/contract/search";
import type { CompiledQuery } from "kysely";
import { rawQuery } from "../../platform/db/raw-query.ts";

/** A ticket with the whole beginning of the text it was found in. */
type FoundTicket = Omit<TicketHit, "excerpt"> & { foundText: string | null };
type Found = { tickets: FoundTicket[]; customers: CustomerHit[]; orders: OrderHit[] };

/** As much of a text as is indexed. */
const foundLength = 4_000;
const cap = limits.searchHits + 1;
const person = `case when c.id is not null then json_build_object('name', c.name, 'email', c.email) end`;
// Whose name or address merely holds the letters somewhere brings no tickets or orders along.
const fitting = "coalesce((select array_agg(id order by place) from people where fit < 3), '{}')";
const list = (json: string) => `coalesce(json_agg(json_build_object(${json}) order by f.place), '[]')`;

const text = `
  with people as materialized (
    select id, fit, place from find_customers($1, ${cap}) with ordinality as f (id, fit, place)
  )
  select
    (select ${list(`'id', t.id, 'ticketNumber', t.ticket_number, 'subject', t.subject, 'status', t.status,
        'priority', t.priority, 'customer', ${person}, 'createdAt', iso(t.created_at), 'place', f.found_in,
        'foundText', left(case when f.found_in = 'text' then t.description else m.content end, ${foundLength})`)}
      from find_tickets($1, $2, ${fitting}, ${cap}) with ordinality as f (id, found_in, message_id, place)
      join support_tickets t on t.id = f.id
      left join customers c on c.id = t.customer_id
      left join ticket_messages m on m.id = f.message_id) as tickets,
    (select ${list("'id', c.id, 'name', c.name, 'email', c.email, 'totalOrders', c.total_orders")}
      from people f join customers c on c.id = f.id) as customers,
    (select ${list(`'id', o.id, 'name', o.name, 'customer', ${person}, 'email', o.email,
        'totalPrice', o.total_price, 'currency', o.currency, 'createdAt', iso(o.shopify_created_at)`)}
      from find_orders($1, ${fitting}, ${cap}) with ordinality as f (id, fit, place)
      join shopify_orders o on o.id = f.id
      left join customers c on c.id = o.customer_id) as orders`;

/** One more than is shown of each kind, the best first. */
export function everythingQuery(typed: string, ticketNumber: number | null): CompiledQuery<Found> {
  return rawQuery(text, [typed, ticketNumber]);
}
