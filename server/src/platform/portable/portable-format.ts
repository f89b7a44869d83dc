import type pg from "pg";
import * as z from "zod";

/**
 * An exported store is a folder: rows as JSON lines, mails as .eml, files as they are, all checksums in the format of
 * `sha256sum -c`, and the manifest, written last.
 */
export const manifestPath = "manifest.json";
export const checksumsPath = "SHA256SUMS";
export const readmePath = "README.txt";
export const jobsPath = "jobs.jsonl";
export const tablePath = (table: string) => `tables/${table}.jsonl`;

/** Changes with the layout; a version that does not know the number refuses the export. */
const format = 1;

const id = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const day = "\\d{4}-\\d{2}-\\d{2}";
const bytesPath = new RegExp(`^(?:(files)/${day}/(${id})(?:\\.[a-z0-9]{1,5})?|(mails)/${day}/(${id})\\.eml)$`);
const otherPath = /^(?:README\.txt|jobs\.jsonl|tables\/[a-z_]{1,60}\.jsonl)$/;

/** Returns which file or mail a path contains; null for another part of an export; undefined for any other path. */
export function readPath(path: string): { kind: "files" | "mails"; id: string } | null | undefined {
  const [, files, fileId, mails, mailId] = bytesPath.exec(path) ?? [];
  if (files && fileId) return { kind: "files", id: fileId };
  if (mails && mailId) return { kind: "mails", id: mailId };
  return otherPath.test(path) ? null : undefined;
}

const sqlName = z.string().regex(/^[a-z_][a-z0-9_]{0,59}$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();
const rowsSchema = z.object({ bytes: count, rows: count, sha256 });

export const manifestSchema = z.object({
  format: z.literal(format),
  product: z.string().max(50),
  /** The time of the snapshot. */
  takenAt: z.iso.datetime(),
  /** The last migration, and a checksum of all migrations and database functions. */
  schema: z.object({ migration: z.string().max(200), sha256 }),
  store: z.object({
    id: z.uuid(),
    code: z.string().regex(/^[a-hjkmnp-z2-9]{8}$/),
    name: z.string().max(100),
    /** Its support address at its former installation. */
    supportEmail: z
      .string()
      .max(320)
      .regex(/^help\+[a-hjkmnp-z2-9]{8}@[a-z0-9.-]{1,253}$/),
  }),
  tables: z.record(sqlName, rowsSchema.extend({ columns: z.array(sqlName).max(500) })),
  jobs: rowsSchema,
  files: z.object({ count, bytes: count }),
  mails: z.object({ count, bytes: count }),
  /** What was left out, with the reasons. */
  leftOut: z.record(z.string().max(200), z.string().max(500)),
  /** Checksum of the file of checksums. */
  checksums: sha256,
});
export type Manifest = z.infer<typeof manifestSchema>;

export function makeManifest(about: Omit<Manifest, "format">): Manifest {
  return { format, ...about };
}

/** The export's README, with or without password hashes. */
export const readmeOf = (
  leavesPasswords: boolean,
) => `This is one store of Deskhand, an open-source help desk, as it was at one moment. Everything in it can be read without Deskhand.

manifest.json   which store and when, the version of the tables, how many rows and bytes there are, and what was left out and why
SHA256SUMS      the checksum of every other file: sha256sum -c SHA256SUMS
tables/         a file for each table, a row a line as a JSON object with the columns' names; times are ISO 8601 in UTC, bytes are base64.
                A ticket is in support_tickets, what was written on it in ticket_messages (is_from_customer says by whom) in the order of
                created_at, its files in ticket_attachments; customers, shopify_orders, knowledge_articles, users are what they say.
files/          attachments, resources, logos and pictures of people by the day they came and their id, which is file_id in the tables
mails/          mails as they came in, as far as they were still kept, by their day and raw_mail_id (mail_log says what became of each)
jobs.jsonl      work that waited, as to read a mail or to send one

It holds what customers wrote${leavesPasswords ? "" : " and the hashes of people's passwords"}: keep it as you would the help desk itself.
`;

/**
 * Returns a checksum of a database's migrations and functions: if it is equal, rows and computed values mean the same.
 */
export async function readSchema(owner: pg.ClientBase): Promise<Manifest["schema"]> {
  const { rows } = await owner.query<Manifest["schema"]>(`
    select (select name from schema_migrations order by name collate "C" desc limit 1) as migration,
      encode(sha256(convert_to(string_agg(part, chr(10) order by part collate "C"), 'UTF8')), 'hex') as sha256
    from (select name || ' ' || sha256 as part from schema_migrations
      union all select file || ' ' || sha256 from schema_functions) as parts`);
  const [schema] = rows;
  if (!schema) throw new Error("An aggregate has one row");
  return schema;
}
