import type pg from "pg";

/** Makes the documents by which a store's tickets are found, which triggers and a worker make elsewhere, and the words that they are spelled by. */
export async function makeDocuments(client: pg.Client, tenant: string): Promise<void> {
  await client.query("select set_config('app.client_id', $1, false)", [tenant]);
  await client.query(
    `insert into ticket_words (client_id, ticket_id, ticket_number, words)
     select client_id, id, ticket_number, ticket_document(client_id, id) from support_tickets
     where client_id = $1 order by ticket_number`,
    [tenant],
  );
  await client.query(
    `insert into search_vocabulary (client_id, word)
     select distinct $1::uuid, case when word like '=%' then left(word, 3) else word end
     from (select distinct unnest(tsvector_to_array(words)) as word from ticket_words where client_id = $1) as known
     where word ~ '^([[:alpha:]]{4,30}$|=)'`,
    [tenant],
  );
}
