import pg from "pg";

/** A ticket to request; tenants have numbers in the order of their shares. */
export type SampleTicket = { tenant: number; id: string; subject: string; lastMessageId: string };

/** Reads some thousands of active tickets, shuffled, with each tenant in proportion to its tickets. */
export async function sampleTickets(superuserUrl: string): Promise<SampleTicket[]> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query("select setseed(0.5)");
    const { rows } = await client.query<SampleTicket>(`
      select (regexp_match(c.store_name, '[0-9]+'))[1]::int as tenant, t.id, t.subject, m.id as "lastMessageId"
      from (select * from support_tickets where not is_archived order by random() limit 4000) t
      join clients c on c.id = t.client_id
      join lateral (select id from ticket_messages where client_id = t.client_id and ticket_id = t.id and message_type = 'email'
        order by created_at desc, id desc limit 1) m on true
      order by random()`);
    return rows;
  } finally {
    await client.end();
  }
}
