import { Readable } from "node:stream";
import { storableText } from "../../../platform/db/storable-text.ts";
import type { Db, TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { chunkSize } from "../../../platform/storage/files.ts";
import { readHead } from "../authenticate/read-head.ts";
import { ownLinkFinder } from "../read/own-links.ts";
import type { ReadMail } from "../read/read-mail.ts";

/** The raw bytes of a mail that the tenant's log holds, one chunk in memory at a time. */
export function readRaw(db: Db, tenant: TenantId, rawMailId: string): Readable {
  return Readable.from(chunksOf(db, tenant, rawMailId), { objectMode: false });
}

async function* chunksOf(db: Db, tenant: TenantId, rawMailId: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const bytes = await db.withTenant(tenant, (tx) => selectRawChunk(tx, rawMailId, position));
    if (!bytes) return;
    yield bytes;
    if (bytes.length < chunkSize) return;
  }
}

/** One stored chunk of a raw mail. */
async function selectRawChunk(tx: TenantTx, rawMailId: string, position: number): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom("raw_mail_chunks")
    .select("bytes")
    .where("raw_mail_id", "=", rawMailId)
    .where("position", "=", position)
    .executeTakeFirst();
  return row?.bytes;
}

const maxLength = 20_000;

/**
 * The mail, with its raw text for content where nothing of it could be read although it holds something: what cannot be
 * parsed still becomes visible. `start` are its first bytes. A mail that is only a subject stays without text.
 */
export function withRawText(read: ReadMail, start: Buffer, publicUrl: string): ReadMail {
  const { parsed, fullText, newText } = read;
  const isReadable = [fullText, newText, parsed.html ?? ""].some((text) => text.trim() !== "");
  if (isReadable || parsed.attachments.length > 0 || isOnlyHeader(start)) return read;
  // Cut before and after decoding: a character has at most four bytes, and the rest need not be decoded.
  const raw = storableText(start.subarray(0, 4 * maxLength).toString("utf8"), maxLength).trim();
  if (raw === "") return read;
  const holdsOwnLink = read.holdsOwnLink || ownLinkFinder(publicUrl)(raw);
  return { ...read, newText: raw, fullText: raw, leftOut: null, holdsOwnLink };
}

// Text without a header may look like one line by line, hence the two fields that mark a mail.
function isOnlyHeader(start: Buffer): boolean {
  const lines = start.toString("latin1").trimEnd().split(/\r?\n/);
  const isHeader = lines.every(
    (line, at) => /^(?:[!-9;-~]+[ \t]*:|[ \t]+\S)/.test(line) || (at === 0 && /^From /.test(line)),
  );
  const head = readHead(start);
  return isHeader && (head.has("from") || head.has("subject"));
}
