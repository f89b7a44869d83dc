import { Readable } from "node:stream";
import type { AccessLevel, ResourceCategory, ResourceType } from "@deskhand/contract/vocabulary";
import { fileTypeFromBuffer } from "file-type";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { storeFile } from "../../platform/storage/files.ts";
import { insertResource, type ResourceFile } from "./knowledge.queries.ts";

/** A resource with its history. */
export type ImportedResource = {
  id: string;
  title: string;
  description: string | null;
  content: string | null;
  file: { filename: string; bytes: Buffer } | null;
  fileType: ResourceType;
  category: ResourceCategory;
  tags: string[];
  accessLevel: AccessLevel;
  isPublic: boolean;
  uploadedBy: string | null;
  openedCount: number;
  attachedCount: number;
  createdAt: string;
  updatedAt: string;
};

/** Inserts resources with their files, ids and times. */
export async function importResources(tx: TenantTx, resources: ImportedResource[]): Promise<void> {
  for (const { file, ...resource } of resources) {
    await insertResource(tx, { ...resource, file: file && (await storeResourceFile(tx, file)) });
  }
}

async function storeResourceFile(
  tx: TenantTx,
  { filename, bytes }: { filename: string; bytes: Buffer },
): Promise<ResourceFile> {
  const { id, size } = await storeFile(tx, Readable.from([bytes]));
  return { file_id: id, file_name: filename, file_size: size, content_type: await findContentType(bytes) };
}

/** The type of a file by its bytes, whatever its name says; text is told from unknown data by decoding it. */
async function findContentType(bytes: Uint8Array): Promise<string> {
  const detected = await fileTypeFromBuffer(bytes);
  if (detected) return detected.mime;
  return isText(bytes) ? "text/plain" : "application/octet-stream";
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder("utf-8", { fatal: true }).decode(bytes).includes("\0");
  } catch {
    // Not UTF-8, so not text that everybody can read.
    return false;
  }
}
