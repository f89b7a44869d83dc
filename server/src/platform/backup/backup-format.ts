import { createHash } from "node:crypto";
import * as z from "zod";
import { deriveKey } from "../secrets/seal.ts";

/**
 * A backup is a tar file in gzip: first the head, then small files, then each table's rows as `copy … to stdout` gives them, in
 * parts that are put together in their order, and last the manifest, without which it is not whole.
 */
export const headPath = "deskhand-backup.json";
export const manifestPath = "manifest.json";
export const jobsPath = "jobs";
export const tablePath = (table: string) => `tables/${table}`;
export const filePath = (name: string) => `files/${name}`;

/** Another number for another layout: it is refused by whoever does not know it. */
const format = 1;

const sqlName = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const time = z.iso.datetime();

export const headSchema = z.object({
  format: z.literal(format),
  product: z.string(),
  /** When the state was that it holds. */
  takenAt: time,
  postgres: z.string(),
  /** Tells whether a secret is that of the installation, and nothing else about it. */
  secretFingerprint: z.string(),
  /** The migrations that had run, in their order. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
  /** By table, the columns in the order of their values. */
  tables: z.record(sqlName, z.array(sqlName)),
});
export type Head = z.infer<typeof headSchema>;

const contentSchema = z.object({ bytes: z.number(), rows: z.number(), sha256: z.string() });
/** What a file or all parts of a table are, put together; `rows` are its lines. */
export type Content = z.infer<typeof contentSchema>;

export const manifestSchema = z.object({
  format: z.literal(format),
  contents: z.record(z.string(), contentSchema),
  sequences: z.array(z.object({ name: sqlName, lastValue: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The same for the same secret, and nothing can be told of the secret from it. */
export function fingerprintOf(secret: string): string {
  return deriveKey(secret, "backup fingerprint").slice(0, 16);
}

/** Head of a new backup. */
export function makeHead(about: Omit<Head, "format">): Head {
  return { format, ...about };
}

export function makeManifest(about: Omit<Manifest, "format">): Manifest {
  return { format, ...about };
}

/** The number of a part has as many digits as keep a listing in its order. */
export function partName(path: string, number: number): string {
  return `${path}/${String(number).padStart(6, "0")}.copy`;
}

/** Which content an entry is a part of, and which one; a file is its only part. */
export function readPartName(name: string): { path: string; part: number } {
  const [, path, part] = /^(.+)\/(\d{6,})\.copy$/.exec(name) ?? [];
  return path && part ? { path, part: Number(part) } : { path: name, part: 1 };
}

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const lineEnd = 0x0a;

/** Measures what passes through: `whole` is what it was, once all of it has passed. */
export function measuring(): { through(source: Pieces): AsyncGenerator<Uint8Array>; whole(): Content } {
  const hash = createHash("sha256");
  let bytes = 0;
  let rows = 0;
  return {
    async *through(source) {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        // Within a value a line's end is escaped: each one ends a row.
        for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, at + 1)) rows += 1;
        yield chunk;
      }
    },
    whole: () => ({ bytes, rows, sha256: hash.digest("hex") }),
  };
}

/** What all of a source is. */
export async function measure(source: Pieces): Promise<Content> {
  const { through, whole } = measuring();
  for await (const _ of through(source));
  return whole();
}
