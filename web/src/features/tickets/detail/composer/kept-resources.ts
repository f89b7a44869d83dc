import { resourceTypes } from "@deskhand/contract/vocabulary";
import type { AttachedResource } from "./reply-draft.ts";

/** The attached resources as they are kept beside the draft; "" for none. */
export function keepResources(resources: readonly AttachedResource[]): string {
  return resources.length === 0 ? "" : JSON.stringify(resources);
}

/** What `keepResources` kept; whatever else is found there is passed over. */
export function readKeptResources(kept: string): AttachedResource[] {
  try {
    const found: unknown = JSON.parse(kept || "[]");
    return Array.isArray(found) ? found.filter(isResource) : [];
  } catch {
    // Not ours, or cut off: chips can be attached again, a broken composer cannot be used.
    return [];
  }
}

function isResource(value: unknown): value is AttachedResource {
  if (typeof value !== "object" || value === null) return false;
  const { id, title, fileType } = value as Partial<Record<keyof AttachedResource, unknown>>;
  return typeof id === "string" && typeof title === "string" && resourceTypes.some((type) => type === fileType);
}
