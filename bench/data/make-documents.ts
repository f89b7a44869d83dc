import type pg from "pg";

const keys = "ticket_words_keys";

/** Makes the documents by which tickets are found, which triggers and a worker make elsewhere, and the words that they are spelled by. */
export async function makeDocuments(client: pg.Client, tenants: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ indexdef: string }>("select indexdef from pg_indexes where indexname = $1", [
    keys,
  ]);
  await client.query(`drop index ${keys}`);
  for (const tenant of tenants) {
    await client.query("select set_config('app.client_id', $1, false)", [tenant]);
    await client.query(
      `insert into ticket_words (client_id, ticket_id, ticket_number, words)
       select client_id, id, ticket_number, ticket_document(client_id, id) from support_tickets
       where client_id = $1 order by ticket_number`,
      [tenant],
    );
    await client.query(
      `insert into search_vocabulary (client_id, word)
       select distinct client_id, case when word like '=%' then left(word, 3) else word end
       from ticket_words cross join unnest(tsvector_to_array(words)) as word
       where client_id = $1 and word ~ '^([[:alpha:]]{4,30}$|=)'`,
      [tenant],
    );
  }
  for (const { indexdef } of rows) await client.query(indexdef);
  await client.query(`alter index ${keys} alter column 1 set statistics 0`);
}
