import type { Known } from "@deskhand/contract/desk/namesake";
import type { Bringing } from "@deskhand/contract/desk/whom";
import type { Mailbox, RecipientNews } from "@deskhand/contract/recipients";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { answersTo } from "../detail/ticket-detail.queries.ts";

/** Who is on the messages of a ticket, oldest first, and all addresses of its customer; undefined where there is no such ticket. */
export async function selectBringing(
  tx: TenantTx,
  ticketId: string,
): Promise<{ messages: Bringing[]; customerAddresses: string[] } | undefined> {
  // All who got a mail of the ticket have its reply address: whom an unproven one names may be a stranger's people.
  const isUnproven = sql<boolean>`(m.is_unverified or (m.is_from_customer and not exists (select from mail_log l
    where l.client_id = m.client_id and l.message_id = m.id and l.sender_check = 'pass')))`;
  const message = sql`json_build_object('isFromCustomer', m.is_from_customer, 'isUnverified', ${isUnproven},
    'authorEmail', m.author_email, 'answersTo', ${answersTo},
    'recipients', (select coalesce(json_agg(json_build_object('email', r.email, 'kind', r.kind)), '[]') from message_recipients r
      where r.client_id = m.client_id and r.message_id = m.id))`;
  return tx
    .selectFrom("support_tickets as t")
    .select([
      sql<string[]>`addresses_of(t.customer_id)`.as("customerAddresses"),
      sql<Bringing[]>`coalesce((select json_agg(${message} order by m.created_at, m.id) from ticket_messages m
        where m.client_id = t.client_id and m.ticket_id = t.id and m.message_type = 'email'), '[]')`.as("messages"),
    ])
    .where("t.id", "=", ticketId)
    .executeTakeFirst();
}

/** The store's people. */
export async function selectKnownPeople(tx: TenantTx): Promise<Known[]> {
  return tx.selectFrom("users").select(["email", "name"]).execute();
}

/** Of each whether the ticket's last mail to them failed. */
export async function selectNews(
  tx: TenantTx,
  ticketId: string,
  people: readonly Mailbox[],
): Promise<Omit<RecipientNews, "isNew" | "isNamesake">[]> {
  const hasFailed = sql<boolean>`(select mail.state = 'failed' from outgoing_mails mail
    join ticket_messages m on m.client_id = mail.client_id and m.id = mail.message_id
    where m.ticket_id = ${ticketId} and m.message_type = 'email' and mail.to_email = g.email
    order by m.created_at desc, m.id desc limit 1)`;
  const { rows } = await sql<Omit<RecipientNews, "isNew" | "isNamesake">>`
    select g.email, coalesce(${hasFailed}, false) as "hasFailed"
    from ${given(people)} order by g.place`.execute(tx);
  return rows;
}

/** The same by all mails of the store, and whether it has nobody of that address and wrote nobody there. */
export async function selectNewsOfAll(
  tx: TenantTx,
  people: readonly Mailbox[],
): Promise<Omit<RecipientNews, "isNamesake">[]> {
  const written = sql`message_recipients r join ticket_messages m on m.client_id = r.client_id and m.id = r.message_id`;
  const hasFailed = sql<boolean>`(select mail.state = 'failed' from ${written}
    join outgoing_mails mail on mail.client_id = m.client_id and mail.message_id = m.id and mail.to_email = r.email
    where r.email = g.email order by m.created_at desc, m.id desc limit 1)`;
  const isKnown = sql<boolean>`(customer_with(g.email) is not null or exists (select from users where email = g.email)
    or exists (select from ${written} where r.email = g.email and not m.is_from_customer))`;
  const { rows } = await sql<Omit<RecipientNews, "isNamesake">>`
    select g.email, not ${isKnown} as "isNew", coalesce(${hasFailed}, false) as "hasFailed"
    from ${given(people)} order by g.place`.execute(tx);
  return rows;
}

/** Each in its place. */
function given(people: readonly Mailbox[]) {
  const rows = JSON.stringify(people.map(({ email }, place) => ({ email, place })));
  return sql`jsonb_to_recordset(${rows}::jsonb) as g (email text, place int)`;
}
