import { randomUUID } from "node:crypto";
import { type ResourceUpload, resourceUploadSchema } from "@deskhand/contract/knowledge";
import { resourceUploadUrl } from "@deskhand/contract/pages";
import { type ImportedResource, importResources } from "../domains/knowledge/index.ts";
import { newId } from "../platform/db/ids.ts";
import type { TenantId } from "../platform/db/tenant.ts";
import { fromNow } from "./from-now.ts";
import type { Desk } from "./open-desk.ts";
import type { Person } from "./test-people.ts";

/** The shortest file whose bytes make it a PDF. */
export const pdfBytes = Buffer.from("%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n");

/** Makes a private PDF with a text; every field contains the word. */
export function makeResource(word: string): ImportedResource {
  const now = fromNow({});
  return {
    id: newId(),
    title: `Title ${word}`,
    description: `Description ${word}`,
    content: `Content ${word}`,
    file: { filename: `${word}.pdf`, bytes: pdfBytes },
    fileType: "pdf",
    category: "Procedures",
    tags: [`tag ${word}`.slice(0, 50)],
    accessLevel: "all-agents",
    isPublic: false,
    uploadedBy: null,
    openedCount: 0,
    attachedCount: 0,
    createdAt: now,
    updatedAt: now,
  };
}

/** Adds a resource to a store; returns its id. */
export async function addResource(
  app: Desk,
  { tenantId }: { tenantId: TenantId },
  makings: Partial<ImportedResource> = {},
): Promise<string> {
  const resource = { ...makeResource("Care"), ...makings };
  await app.services.db.withTenant(tenantId, (tx) => importResources(tx, [resource]));
  return resource.id;
}

/** Uploads a file for a resource. */
export async function uploadForResource(
  person: Person,
  { filename, bytes, key = randomUUID() }: { filename: string; bytes: Buffer; key?: string },
): Promise<ResourceUpload> {
  const answer = await person.send(resourceUploadUrl({ filename, key }), {
    method: "POST",
    body: new Uint8Array(bytes),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return resourceUploadSchema.parse(await answer.json());
}
