import { createHmac, timingSafeEqual } from "node:crypto";
import { limits } from "@deskhand/contract/limits";
import { accessLevelsOf } from "@deskhand/contract/vocabulary";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isId } from "../../../platform/db/ids.ts";
import { asTenantId, type TenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import { asDownload, readRange } from "../../../platform/http/downloads.ts";
import { purposeKey } from "../../../platform/secrets/sign-ids.ts";
import type { Services } from "../../../platform/services.ts";
import { readFile } from "../../../platform/storage/files.ts";
import { isShownInline } from "../knowledge.policy.ts";
import type { ResourceFile } from "../knowledge.queries.ts";
import { findOpen, sendEndedLink, sendNotFound } from "./find-open.ts";
import { selectActiveRole, selectFile } from "./public.queries.ts";

type FileRequest = { Params: { id: string } };
type LinkRequest = { Params: { id: string; link: string } };

const policy =
  "default-src 'none'; img-src 'self'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * Forbids a file to run anything. A sandbox would also keep browsers from their own PDF viewer, and from playing media.
 */
function policyOf(contentType: string): string {
  const needsOrigin = contentType === "application/pdf" || /^(?:audio|video)\//.test(contentType);
  return needsOrigin ? policy : `${policy}; sandbox`;
}

/**
 * `GET /knowledge/:id/file` is a resource's permanent link, which follows its present visibility: a public file is for
 * anybody, a private one for the tenant's staff within their access level; everybody else gets "not found". It
 * redirects to a signed link to the file, valid for some minutes (docs/product.md#the-page-of-a-resource).
 */
export function fileRoutes(http: FastifyInstance, services: Services): void {
  http.get<FileRequest>("/knowledge/:id/file", async (request, reply) => {
    const link = await signLink(services, request);
    // Relative to this host: a link in a mail names the installation, but a nearby browser may know it by another name.
    return link === undefined ? sendNotFound(reply) : uncached(reply).redirect(link);
  });
  // Compression would hide the length, and with it the browser's progress. The framework's own HEAD would read the
  // whole file.
  const options = { compress: false, exposeHeadRoute: false } as const;
  const answer = (request: FastifyRequest<LinkRequest>, reply: FastifyReply) => openLink(services, request, reply);
  http.get<LinkRequest>("/knowledge/:id/file/:link", options, answer);
  http.head<LinkRequest>("/knowledge/:id/file/:link", options, answer);
}

async function signLink(
  services: Services,
  { actor, params: { id } }: FastifyRequest<FileRequest>,
): Promise<string | undefined> {
  const found = await findOpen(services, { id, actor }, async (tx, openness) => {
    const file = await selectFile(tx, id, openness);
    return file && { file, tenantId: tx.tenantId };
  });
  if (!found) return undefined;
  const { file, tenantId } = found;
  const resourceId = id.toLowerCase();
  const link = signFileLink(services.settings.secret, {
    resourceId,
    tenantId,
    fileId: file.file_id,
    readerId: file.is_public ? null : (actor?.userId ?? null),
    expiresAt: endOfLink(file.is_public, new Date()),
  });
  return `/knowledge/${resourceId}/file/${link}`;
}

async function openLink(
  services: Services,
  { params: { id, link: text }, headers, method }: FastifyRequest<LinkRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const link = readFileLink(services.settings.secret, id, text);
  if (link === undefined) return sendEndedLink(reply, id, "changed");
  if (link.expiresAt <= new Date()) return sendEndedLink(reply, id, "expired");
  const file = await services.db.withTenant(link.tenantId, (tx) => findLinked(tx, link));
  if (!file) return sendNotFound(reply);
  return sendFile(services, reply, { link, file, method, range: headers.range });
}

/** The file of a link, if its resource still has it and is open to the person it was signed for. */
async function findLinked(tx: TenantTx, link: FileLink): Promise<ResourceFile | undefined> {
  const role = link.readerId === null ? undefined : await selectActiveRole(tx, link.readerId);
  if (link.readerId !== null && role === undefined) return undefined;
  const file = await selectFile(tx, link.resourceId, role === undefined ? "public" : accessLevelsOf(role));
  return file?.file_id === link.fileId ? file : undefined;
}

type Sending = { link: FileLink; file: ResourceFile; method: string; range: string | undefined };

function sendFile(
  { db }: Services,
  reply: FastifyReply,
  { link, file, method, range: requestedRange }: Sending,
): FastifyReply {
  const { file_id: id, file_size: size } = file;
  const range = readRange(requestedRange, size);
  describeFile(reply, file);
  if (range === "none") return reply.code(416).header("content-range", `bytes */${size}`).send();
  const { start, end } = range ?? { start: 0, end: size - 1 };
  reply.header("content-length", end - start + 1);
  if (range !== null) reply.code(206).header("content-range", `bytes ${start}-${end}/${size}`);
  return method === "HEAD" ? reply.send() : reply.send(readFile(db, link.tenantId, id, range ?? undefined));
}

function describeFile(reply: FastifyReply, file: ResourceFile): void {
  const isInline = isShownInline(file.content_type);
  const download = asDownload(file.file_name);
  uncached(reply)
    .header("content-type", isInline ? file.content_type : "application/octet-stream")
    .header("accept-ranges", "bytes")
    .header("content-disposition", isInline ? download.replace("attachment", "inline") : download)
    .header("content-security-policy", policyOf(file.content_type))
    .header("x-content-type-options", "nosniff");
}

/** Forbids caches, search engines, and referrers. */
function uncached(reply: FastifyReply): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex");
}

/** What a signed link opens until it expires: one file of one resource, for anybody or for one person of the store. */
type FileLink = {
  resourceId: string;
  tenantId: TenantId;
  fileId: string;
  /** For whom a private file's link was signed; null where the resource was public. */
  readerId: string | null;
  expiresAt: Date;
};

const nobody = "00000000-0000-0000-0000-000000000000";
const version = 1;
const payloadLength = 1 + 6 + 3 * 16;
/** 87 bytes are 116 characters of base64url without a spare bit, so any other text is another link. */
const linkForm = /^[\w-]{116}$/;

/** When a link signed now expires: a public file's later, as its page may be read, or its film watched, for a while. */
function endOfLink(isPublic: boolean, now: Date): Date {
  const minutes = isPublic ? limits.publicFileLinkMinutes : limits.privateFileLinkMinutes;
  return new Date(now.getTime() + minutes * 60_000);
}

/** Signs the secret part of a link that opens a file without a session (HMAC-SHA256 with the installation's key). */
export function signFileLink(secret: string, link: FileLink): string {
  const payload = Buffer.alloc(payloadLength);
  payload.writeUInt8(version, 0);
  payload.writeUIntBE(link.expiresAt.getTime(), 1, 6);
  [link.tenantId, link.fileId, link.readerId ?? nobody].forEach((id, at) => {
    bytesOf(id).copy(payload, 7 + 16 * at);
  });
  return Buffer.concat([payload, macOf(secret, link.resourceId, payload)]).toString("base64url");
}

/**
 * Verifies and reads a link; undefined where it was not signed here, or for another resource. The caller checks whether
 * it has expired.
 */
export function readFileLink(secret: string, resourceId: string, text: string): FileLink | undefined {
  if (!linkForm.test(text) || !isId(resourceId)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  const [payload, mac] = [bytes.subarray(0, payloadLength), bytes.subarray(payloadLength)];
  if (!timingSafeEqual(mac, macOf(secret, resourceId, payload)) || payload.readUInt8(0) !== version) return undefined;
  const [tenant = "", fileId = "", reader = ""] = [0, 1, 2].map((at) =>
    idOf(payload.subarray(7 + 16 * at, 23 + 16 * at)),
  );
  return {
    resourceId: resourceId.toLowerCase(),
    tenantId: asTenantId(tenant),
    fileId,
    readerId: reader === nobody ? null : reader,
    expiresAt: new Date(payload.readUIntBE(1, 6)),
  };
}

function macOf(secret: string, resourceId: string, payload: Buffer): Buffer {
  return createHmac("sha256", purposeKey(secret, "resource-file-links"))
    .update(bytesOf(resourceId))
    .update(payload)
    .digest();
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

function idOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
