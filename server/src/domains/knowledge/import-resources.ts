import { Readable } from "node:stream";
import type { AccessLevel, ResourceCategory, ResourceType } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { storeFile } from "../../platform/storage/files.ts";
import { findContentType } from "./find-content-type.ts";
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

/** Adds resources as they are, with their files. */
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
