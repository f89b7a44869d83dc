import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isId } from "../../platform/db/ids.ts";
import { asTenantId, type TenantId } from "../../platform/db/tenant.ts";
import { asDownload } from "../../platform/http/as-download.ts";
import { readRange } from "../../platform/http/read-range.ts";
import { sendStyledPage } from "../../platform/http/styled-page.ts";
import type { Services } from "../../platform/services.ts";
import { readFile } from "../../platform/storage/files.ts";
import { accessLevelsOf, isShownInline } from "./knowledge.policy.ts";
import { type ResourceFile, selectFile, selectPublicFile } from "./knowledge.queries.ts";

type FileRequest = { Params: { id: string } };
type Found = { tenantId: TenantId; file: ResourceFile };

const missingStyle = `:root{color-scheme:dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:#0b0d12;color:#e7eaf0;
font:16px/24px system-ui,sans-serif}main{max-width:40ch;padding:24px;text-align:center}h1{font-size:20px;margin:0 0 8px}
p{color:#a3adbd;margin:0 0 8px}a{color:#7c8cff}`;

/** The same whether the resource is private, deleted or was never there. */
const missingPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Document not available</title>
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><style>${missingStyle}</style></head>
<body><main><h1>This document is not available</h1>
<p>The link may be wrong, or the document is no longer shared.</p>
<p>Do you work here? <a href="/login">Sign in</a> and open the link again.</p></main></body></html>`;

const policy =
  "default-src 'none'; img-src 'self'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Nothing in a file may run. A sandbox besides would keep browsers from their own viewer for a PDF, and from playing. */
function policyOf(contentType: string): string {
  const needsOrigin = contentType === "application/pdf" || /^(?:audio|video)\//.test(contentType);
  return needsOrigin ? policy : `${policy}; sandbox`;
}

/**
 * `GET /knowledge/:id/file`: a lasting link that follows the resource's visibility of the moment. A public one's file is
 * for anybody; a private one's for the tenant's own staff within their access level; for all others there is nothing.
 */
export function resourceFileRoutes(http: FastifyInstance, services: Services): void {
  // Compressed, its length would not be known and the browser could show no progress.
  http.get<FileRequest>("/knowledge/:id/file", { compress: false }, async (request, reply) => {
    const found = isId(request.params.id) ? await findFile(services, request) : undefined;
    return found ? sendFile(services, reply, found, request.headers.range) : sendMissing(reply);
  });
}

async function findFile(
  { db }: Services,
  { actor, params: { id } }: FastifyRequest<FileRequest>,
): Promise<Found | undefined> {
  if (actor?.can.includes("knowledge:read")) {
    const file = await db.withTenant(actor, (tx) => selectFile(tx, id, accessLevelsOf(actor.role)));
    if (file) return { tenantId: actor.tenantId, file };
  }
  const file = await db.withoutTenant((tx) => selectPublicFile(tx, id));
  return file && { tenantId: asTenantId(file.client_id), file };
}

function sendFile(
  { db }: Services,
  reply: FastifyReply,
  { tenantId, file }: Found,
  rangeHeader: string | undefined,
): FastifyReply {
  const { file_id: id, file_size: size } = file;
  const range = readRange(rangeHeader, size);
  describeFile(reply, file);
  if (range === "none") return reply.code(416).header("content-range", `bytes */${size}`).send();
  if (range === null) return reply.header("content-length", size).send(readFile(db, tenantId, id));
  const { start, end } = range;
  return reply
    .code(206)
    .header("content-range", `bytes ${start}-${end}/${size}`)
    .header("content-length", end - start + 1)
    .send(readFile(db, tenantId, id, range));
}

function describeFile(reply: FastifyReply, file: ResourceFile): void {
  const isInline = isShownInline(file.content_type);
  const download = asDownload(file.file_name);
  reply
    .header("content-type", isInline ? file.content_type : "application/octet-stream")
    .header("accept-ranges", "bytes")
    .header("content-disposition", isInline ? download.replace("attachment", "inline") : download)
    .header("content-security-policy", policyOf(file.content_type))
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-store");
}

function sendMissing(reply: FastifyReply): FastifyReply {
  return sendStyledPage(reply.code(404).header("cache-control", "no-store"), missingStyle, missingPage);
}
