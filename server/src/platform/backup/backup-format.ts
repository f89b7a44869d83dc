import { createHash } from "node:crypto";
import * as z from "zod";
import { deriveKey } from "../secrets/seal.ts";

/**
 * A backup is a gzipped tar file: the head, small files, each table's rows in ordered parts as `copy … to stdout`
 * writes them, and the manifest. Without the manifest it is incomplete.
 */
export const headPath = "deskhand-backup.json";
export const manifestPath = "manifest.json";
export const jobsPath = "jobs";
export const tablePath = (table: string) => `tables/${table}`;
export const filePath = (name: string) => `files/${name}`;

/** Changes with the layout; a version that does not know the number refuses the backup. */
const format = 1;

const sqlName = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const time = z.iso.datetime();

export const headSchema = z.object({
  format: z.literal(format),
  product: z.string(),
  /** The time of the snapshot. */
  takenAt: time,
  postgres: z.string(),
  /** Identifies the installation's secret without revealing it. */
  secretFingerprint: z.string(),
  /** The migrations that had run, in order. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
  /** Each table's columns, in the order of their values. */
  tables: z.record(sqlName, z.array(sqlName)),
});
export type Head = z.infer<typeof headSchema>;

const contentSchema = z.object({ bytes: z.number(), rows: z.number(), sha256: z.string() });
/** Size, lines and hash of a file or of a table's joined parts. */
export type Content = z.infer<typeof contentSchema>;

export const manifestSchema = z.object({
  format: z.literal(format),
  contents: z.record(z.string(), contentSchema),
  sequences: z.array(z.object({ name: sqlName, lastValue: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Returns a fingerprint that is the same for the same secret and reveals nothing about it. */
export function fingerprintOf(secret: string): string {
  return deriveKey(secret, "backup fingerprint").slice(0, 16);
}

export function makeHead(about: Omit<Head, "format">): Head {
  return { format, ...about };
}

export function makeManifest(about: Omit<Manifest, "format">): Manifest {
  return { format, ...about };
}

/** Returns the name of a part, padded so that listings keep the order. */
export function partName(path: string, number: number): string {
  return `${path}/${String(number).padStart(6, "0")}.copy`;
}

/** Splits an entry's name into its content and part number; a file is its only part. */
export function readPartName(name: string): { path: string; part: number } {
  const [, path, part] = /^(.+)\/(\d{6,})\.copy$/.exec(name) ?? [];
  return path && part ? { path, part: Number(part) } : { path: name, part: 1 };
}

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const lineEnd = 0x0a;

/** Measures a stream: `whole` returns the result after all of `through` was read. */
export function measuring(): { through(source: Pieces): AsyncGenerator<Uint8Array>; whole(): Content } {
  const hash = createHash("sha256");
  let bytes = 0;
  let rows = 0;
  return {
    async *through(source) {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        // Line ends within values are escaped, so each one ends a row.
        for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, at + 1)) rows += 1;
        yield chunk;
      }
    },
    whole: () => ({ bytes, rows, sha256: hash.digest("hex") }),
  };
}

/** Reads a source to its end and measures it. */
export async function measure(source: Pieces): Promise<Content> {
  const { through, whole } = measuring();
  for await (const _ of through(source));
  return whole();
}
