import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { limits } from "@deskhand/contract/limits";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { requireAccess } from "../../../platform/http/api.ts";
import { asDownload } from "../../../platform/http/downloads.ts";
import { decodedKind, pictureType } from "../../../platform/pictures/picture-kinds.ts";
import { DecodedPictures } from "../../../platform/pictures/picture-workers.ts";
import type { Services } from "../../../platform/services.ts";
import { readFile, readFileStart, readWholeFile } from "../../../platform/storage/files.ts";
import { nameToSave, safeFilename, unusedFilename } from "../../../platform/storage/safe-filename.ts";
import { zipOf } from "../../../platform/storage/zip-of.ts";
import { selectAttachment, selectFilesToZip } from "./attachments.queries.ts";
import { storeUpload } from "./uploads.ts";

// Compression would hide the length, and the browser could show no progress.
const uncompressed = { compress: false, config: { work: "files" } } as const;

type IdRequest = { Params: { id: string } };

/** `GET /api/attachments/:id`: streams a file, always as a download; `…/preview` shows types that are safe inline. */
export function attachmentRoutes(http: FastifyInstance, { db }: Services): void {
  const pictures = new DecodedPictures();
  http.addHook("onClose", () => pictures.close());
  http.get<IdRequest>("/api/attachments/:id", uncompressed, async (request, reply) => {
    const { tenantId } = requireAccess(request.actor, "tickets:read");
    const file = isId(request.params.id)
      ? await db.withTenant(tenantId, (tx) => selectAttachment(tx, request.params.id))
      : undefined;
    if (!file) throw fail("attachment_not_found");
    if (file.virus !== null) throw fail("attachment_infected", { virus: file.virus });
    return reply
      .header("content-type", "application/octet-stream")
      .header("content-length", file.file_size)
      .header("content-disposition", asDownload(file.filename))
      .header("content-security-policy", "sandbox; default-src 'none'")
      .send(readFile(db, tenantId, file.file_id));
  });

  http.get<IdRequest>("/api/attachments/:id/preview", uncompressed, async (request, reply) => {
    const { tenantId } = requireAccess(request.actor, "tickets:read");
    const { id } = request.params;
    const found = isId(id)
      ? await db.withTenant(tenantId, async (tx) => {
          const file = await selectAttachment(tx, id);
          return file && { file, start: await readFileStart(tx, file.file_id) };
        })
      : undefined;
    if (!found) throw fail("attachment_not_found");
    const { virus } = found.file;
    if (virus !== null) throw fail("attachment_infected", { virus });
    const isDecoded = decodedKind(found.start) !== null;
    const type = isDecoded ? "image/png" : previewType(found.start);
    if (!type) throw fail("attachment_without_preview");
    // The bytes never change, but permission is checked on every request.
    const tag = `"${found.file.file_id}"`;
    reply.header("cache-control", "private, no-cache").header("etag", tag);
    if (request.headers["if-none-match"] === tag) return reply.code(304).send();
    const bytes = readFile(db, tenantId, found.file.file_id);
    const decoded = isDecoded ? await pictures.toPng(await buffer(bytes)) : null;
    if (isDecoded && decoded === null) throw fail("attachment_without_preview");
    return reply
      .header("content-type", type)
      .header("content-length", decoded?.byteLength ?? found.file.file_size)
      .header("content-disposition", "inline")
      .header("content-security-policy", previewPolicy(type))
      .header("x-content-type-options", "nosniff")
      .header("x-frame-options", "SAMEORIGIN")
      .send(decoded ?? bytes);
  });
}

/** Pictures are sandboxed; for PDF a sandbox would keep browsers from opening their viewer. */
function previewPolicy(type: string): string {
  const closed =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
  return type === "application/pdf" ? `${closed}; object-src 'self'` : `${closed}; sandbox`;
}

/** Returns the type to show a file as, by its first bytes: a pixel image or PDF; null for all others. */
function previewType(start: Buffer): string | null {
  return pictureType(start) ?? (start.toString("latin1", 0, 5) === "%PDF-" ? "application/pdf" : null);
}

/** `GET /api/messages/:id/files.zip` and `GET /api/tickets/:id/files.zip`: streams all files of a message or ticket as one archive. */
export function zipRoutes(http: FastifyInstance, { db }: Services): void {
  for (const kind of ["message", "ticket"] as const) {
    http.get<IdRequest>(`/api/${kind}s/:id/files.zip`, uncompressed, async (request, reply) => {
      const { tenantId } = requireAccess(request.actor, "tickets:read");
      const { id } = request.params;
      const select = (tx: TenantTx) => selectFilesToZip(tx, kind, id);
      const found = isId(id) ? await db.withTenant(tenantId, select) : [];
      const [first] = found;
      if (!first) throw fail("attachment_not_found");
      const { files, leftOut } = chooseForZip(found);
      const zipped = files.map(({ name, fileId, size, createdAt }) => ({
        name,
        at: new Date(createdAt),
        bytes: () => readWholeFile(db, tenantId, { id: fileId, size }),
      }));
      const note = {
        name: leftOutName,
        at: new Date(first.createdAt),
        bytes: () => Readable.from([Buffer.from(leftOut)]),
      };
      return reply
        .header("content-type", "application/zip")
        .header("content-disposition", asDownload(`${ticketLabel(first.ticketNumber).replace(":", "")} files.zip`))
        .header("content-security-policy", "sandbox; default-src 'none'")
        .send(Readable.from(zipOf(leftOut === "" ? zipped : [...zipped, note]), { objectMode: false }));
    });
  }
}

/** The file in an archive that lists what was left out. */
const leftOutName = "Left out.txt";

export type FileToZip = {
  fileId: string;
  filename: string;
  size: number;
  createdAt: string;
  isProgram: boolean;
  scan: string | null;
  virus: string | null;
};

/**
 * Chooses the files of an archive, each with a unique name, and lists in a text what was left out and why ("" for nothing): files nobody
 * may download, files that need a confirmation, and what exceeds the limits (docs/product.md#files-of-a-message).
 */
export function chooseForZip<File extends FileToZip>(found: readonly File[]) {
  const files: (File & { name: string })[] = [];
  const leftOut: string[] = [];
  const usedNames = new Set([leftOutName.toLowerCase()]);
  let bytes = 0;
  for (const file of found) {
    const isTooMuch = files.length >= limits.filesInZip || bytes + file.size > limits.zipBytes;
    const reason = reasonToLeaveOut(file) ?? (isTooMuch ? "too much for one download" : null);
    if (reason !== null) {
      leftOut.push(`${file.filename}: ${reason}`);
      continue;
    }
    const name = unusedFilename(nameToSave(file.filename), usedNames);
    usedNames.add(name.toLowerCase());
    files.push({ ...file, name });
    bytes += file.size;
  }
  const heading = "These files are not in this archive. Download them by themselves, as far as they can be:";
  return { files, leftOut: leftOut.length === 0 ? "" : `${[heading, "", ...leftOut].join("\r\n")}\r\n` };
}

function reasonToLeaveOut({ isProgram, scan, virus }: FileToZip): string | null {
  if (virus !== null) return `holds a virus (${virus})`;
  if (isProgram) return "is a program, or holds one";
  if (scan === "waiting") return "not scanned for viruses yet";
  return scan === "too_large" ? "too large to be scanned for viruses" : null;
}

type UploadRequest = {
  Params: { ticketId: string };
  Querystring: { filename?: string; key?: string };
  Body: AsyncIterable<Buffer> | undefined;
};

/** `POST /api/tickets/:ticketId/uploads`: takes one file for a reply as the request's whole body, streamed to disk. */
export async function uploadRoutes(http: FastifyInstance, services: Services): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    // Everything that can be refused before the body is read.
    const onRequest = async (request: FastifyRequest<UploadRequest>) => {
      requireAccess(request.actor, "messages:reply");
      if (!isId(request.params.ticketId)) throw fail("ticket_not_found");
      const { filename } = namesIn(request);
      if (announcedSize(request) > limits.mailSizeBytes) throw fail("upload_too_large", { filename });
    };
    scope.post<UploadRequest>(
      "/api/tickets/:ticketId/uploads",
      { onRequest, config: { mayTakeLong: true, work: "files" } },
      async (request) => {
        const actor = requireAccess(request.actor, "messages:reply");
        const { ticketId } = request.params;
        const wanted = { ticketId, ...namesIn(request), announcedSize: announcedSize(request) };
        try {
          return await storeUpload(services, actor, wanted, request.body ?? noBody());
        } catch (error) {
          // The browser cancelled the upload or disconnected, which is no fault of the server.
          if (request.raw.destroyed && !request.raw.complete)
            throw fail("upload_broken_off", { filename: wanted.filename });
          throw error;
        }
      },
    );
  });
}

function namesIn({ query }: FastifyRequest<UploadRequest>): { filename: string; idempotencyKey: string | null } {
  const { filename, key } = query;
  const fields: Record<string, string[]> = {};
  if (typeof filename !== "string" || filename === "") fields.filename = ["The file's name is required"];
  if (key !== undefined && !(typeof key === "string" && isId(key))) fields.key = ["Must be a UUID"];
  if (Object.keys(fields).length > 0) throw fail("input_invalid", { fields });
  return { filename: safeFilename(filename ?? "") || "attachment", idempotencyKey: key ?? null };
}

function announcedSize({ headers }: FastifyRequest<UploadRequest>): number {
  return Number(headers["content-length"] ?? 0);
}

async function* noBody(): AsyncGenerator<Buffer> {
  // An empty body reaches no parser.
}
