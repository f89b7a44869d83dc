import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { extname, join } from "node:path";
import type { ResourceUpload } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import type { ResourceType } from "@deskhand/contract/vocabulary";
import { fileTypeFromFile } from "file-type";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import type { Services } from "../../platform/services.ts";
import { checkContent } from "../../platform/storage/check-content.ts";
import { deleteUnusedFiles, storeFile } from "../../platform/storage/files.ts";
import { scratchPath, spoolBody } from "../../platform/storage/scratch.ts";
import { refuseViruses } from "../../platform/virus-scan/scan-for-viruses.ts";
import { dropSurplusUploads, insertResourceUpload, selectResourceUpload } from "./save.queries.ts";

/** `filename` is a safe name. */
type WantedUpload = { filename: string; key: string | null };

/**
 * Stores a file for a resource: first on disk, without a database connection, then checked by content, then recorded in
 * one transaction. A failure on the way leaves nothing behind.
 */
export async function storeResourceUpload(
  services: Pick<Services, "db" | "settings" | "log">,
  actor: Actor,
  { filename, key }: WantedUpload,
  body: AsyncIterable<Buffer>,
): Promise<ResourceUpload> {
  const { db, settings } = services;
  const { userId } = actor;
  const findEarlier = (tx: TenantTx) => (key === null ? undefined : selectResourceUpload(tx, userId, key));
  const before = await db.withTenant(actor, async (tx) => findEarlier(tx));
  if (before) return before;
  const folder = scratchPath(settings.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const path = join(folder, "upload");
    const tooLarge = () => fail("resource_file_too_large", { filename });
    await spoolBody(body, path, limits.resourceFileBytes, undefined, tooLarge);
    const { type: fileType, contentType } = await checkResourceFile(path, filename);
    await refuseViruses(services, path, filename);
    return await db.withTenant(actor, async (tx) => {
      const { id, size } = await storeFile(tx, createReadStream(path));
      await lockName(tx, `resource uploads ${userId}`);
      const earlier = await findEarlier(tx);
      if (earlier) {
        await deleteUnusedFiles(tx, [id]);
        return earlier;
      }
      const file = { file_id: id, file_name: filename, file_size: size, content_type: contentType };
      const stored = await insertResourceUpload(tx, { ...file, userId, fileType, key });
      await deleteUnusedFiles(tx, await dropSurplusUploads(tx, userId, limits.resourceUploads));
      return stored;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Kind = {
  type: ResourceType;
  contentType: string;
  /** The types its content may be recognised as. */
  contents: readonly string[];
  /** Bytes its content must contain besides, where that is a container of several kinds. */
  holds?: readonly Buffer[];
};

const wide = (text: string) => Buffer.from(text, "utf16le");
const jpeg: Kind = { type: "image", contents: ["jpg"], contentType: "image/jpeg" };
/** By accepted file endings (docs/product.md#files-of-resources). */
const accepted = new Map<string, Kind>([
  ["pdf", { type: "pdf", contents: ["pdf"], contentType: "application/pdf" }],
  // Installers and mails use the same old container: Word names its main stream so ([MS-DOC] 2.1.1).
  ["doc", { type: "document", contents: ["cfb"], holds: [wide("WordDocument")], contentType: "application/msword" }],
  [
    "docx",
    {
      type: "document",
      contents: ["docx"],
      // The document itself at its usual path (ECMA-376, 11.3.10); a ZIP contains names unencoded.
      holds: [Buffer.from("word/document")],
      contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    },
  ],
  ["txt", { type: "text", contents: [], contentType: "text/plain" }],
  ["jpg", jpeg],
  ["jpeg", jpeg],
  ["png", { type: "image", contents: ["png", "apng"], contentType: "image/png" }],
  ["gif", { type: "image", contents: ["gif"], contentType: "image/gif" }],
  ["mp4", { type: "video", contents: ["mp4", "m4v"], contentType: "video/mp4" }],
  ["mp3", { type: "audio", contents: ["mp3"], contentType: "audio/mpeg" }],
]);

/** The kind of a resource's file, by its name and content together; fails with what it really is. Unpacks nothing. */
async function checkResourceFile(path: string, filename: string): Promise<Kind> {
  const kind = accepted.get(extname(filename).slice(1).toLowerCase());
  const content = await checkContent(path, filename);
  if (content.verdict === "empty") throw fail("resource_file_empty", { filename });
  // A file that begins like a known kind and then breaks off is not recognised.
  const actual = (await fileTypeFromFile(path).catch(() => undefined))?.ext ?? null;
  if (kind && content.verdict === "fine" && (await isOfKind(path, kind, actual))) return kind;
  throw fail("resource_file_type", { filename, actual });
}

async function isOfKind(path: string, { type, contents, holds = [] }: Kind, actual: string | null): Promise<boolean> {
  if (type === "text") return await isTextToItsEnd(path);
  if (actual === null || !contents.includes(actual)) return false;
  for (const words of holds) if (!(await isWithin(path, words))) return false;
  return true;
}

/** Whether a file contains these bytes. */
async function isWithin(path: string, wanted: Buffer): Promise<boolean> {
  let before = Buffer.alloc(0);
  for await (const piece of pieces(path)) {
    const joined = Buffer.concat([before, piece]);
    if (joined.includes(wanted)) return true;
    before = joined.subarray(-wanted.length);
  }
  return false;
}

/** Whether a file is UTF-16 text with its mark, or contains no byte that text of one byte per letter cannot contain. */
async function isTextToItsEnd(path: string): Promise<boolean> {
  let mark: string | undefined;
  for await (const piece of pieces(path)) {
    mark ??= piece.subarray(0, 2).toString("latin1");
    // Its beginning was read as UTF-16; further bytes say nothing.
    if (mark === "\xff\xfe" || mark === "\xfe\xff") return true;
    if (piece.some((byte) => byte === 0 || (byte < 0x20 && !textControls.has(byte)))) return false;
  }
  return true;
}

/** Tab, line feed, form feed, carriage return, and the escape of terminal colours in logs. */
const textControls = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

async function* pieces(path: string): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 })) yield Buffer.from(piece);
}
