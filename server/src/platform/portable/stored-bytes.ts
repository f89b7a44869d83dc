import pg from "pg";
import type { StoreKeys } from "./portable-tables.ts";

/** A file or a mail, whose bytes are to be read before the next one is asked for. */
export type StoredBytes = { path: string; bytes: AsyncIterable<Uint8Array> };

/** Chunks have up to 256 kB. */
const together = 32;

/** Endings that open something and start nothing: what a file is called is for the tables to say. */
const endings =
  "pdf png jpg jpeg gif webp heic txt csv doc docx xls xlsx ppt pptx odt ods rtf zip mp3 mp4 mov webm wav ics".split(
    " ",
  );

// Each of these has an index by its file.
const nameSql = `coalesce(
  (select a.filename from ticket_attachments a where a.client_id = f.client_id and a.file_id = f.id order by a.id limit 1),
  (select u.filename from uploads u where u.client_id = f.client_id and u.file_id = f.id order by u.id limit 1),
  (select k.file_name from knowledge_articles k where k.client_id = f.client_id and k.file_id = f.id order by k.id limit 1),
  (select replace(l.content_type, '/', '.') from email_logos l where l.client_id = f.client_id and l.file_id = f.id order by l.id limit 1),
  (select replace(p.avatar_type, '/', '.') from users p where p.client_id = f.client_id and p.avatar_file_id = f.id order by p.id limit 1))`;

const dayOf = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`;

const filesSql = (store: string) => `
  select f.id, f.day, ${nameSql} as name, c.bytes
  from (select client_id, id, ${dayOf("created_at")} as day from files where client_id = ${store}) f
  left join file_chunks c on c.client_id = f.client_id and c.file_id = f.id order by f.day, f.id, c.position`;

const mailsSql = (store: string) => `
  select m.id, m.day, 'x.eml' as name, c.bytes
  from (select id, ${dayOf("received_at")} as day from raw_mails
    where id in (select l.raw_mail_id from mail_log l where l.client_id = ${store})) m
  left join raw_mail_chunks c on c.raw_mail_id = m.id order by m.day, m.id, c.position`;

/** The files of a store, or its mails as they came in, in the order of their paths; a few chunks are held at a time. */
export async function* storedBytes(
  client: pg.ClientBase,
  kind: "files" | "mails",
  store: StoreKeys,
): AsyncGenerator<StoredBytes> {
  const sql = (kind === "files" ? filesSql : mailsSql)(pg.escapeLiteral(store.id));
  await client.query(`declare stored_bytes no scroll cursor for ${sql}`);
  const rows = fetchAll(client);
  let next = await rows.next();
  while (!next.done) {
    const { id, day, name } = next.value;
    yield { path: `${kind}/${day}/${id}${endingOf(name)}`, bytes: chunksOf(id) };
  }
  await client.query("close stored_bytes");

  async function* chunksOf(id: string): AsyncGenerator<Uint8Array> {
    for (; !next.done && next.value.id === id; next = await rows.next()) if (next.value.bytes) yield next.value.bytes;
  }
}

type Row = { id: string; day: string; name: string | null; bytes: Buffer | null };

async function* fetchAll(client: pg.ClientBase): AsyncGenerator<Row> {
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${together} from stored_bytes`);
    yield* rows;
    if (rows.length < together) return;
  }
}

function endingOf(name: string | null): string {
  const [, ending = ""] = /\.([a-z0-9]{1,5})$/i.exec(name ?? "") ?? [];
  const lower = ending.toLowerCase();
  return lower === "eml" || endings.includes(lower) ? `.${lower}` : "";
}
