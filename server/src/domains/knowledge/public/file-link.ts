import { createHmac, timingSafeEqual } from "node:crypto";
import { limits } from "@deskhand/contract/limits";
import { isId } from "../../../platform/db/ids.ts";
import { asTenantId, type TenantId } from "../../../platform/db/tenant.ts";
import { deriveKey } from "../../../platform/secrets/seal.ts";

/** What a signed link opens until it expires: one file of one resource, for anybody or for one person of the store. */
export type FileLink = {
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
export function endOfLink(isPublic: boolean, now: Date): Date {
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
  return createHmac("sha256", keyOf(secret)).update(bytesOf(resourceId)).update(payload).digest();
}

function keyOf(secret: string): Buffer {
  const key = keys.get(secret) ?? Buffer.from(deriveKey(secret, "resource-file-links"), "hex");
  keys.set(secret, key);
  return key;
}

const keys = new Map<string, Buffer>();

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

function idOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
