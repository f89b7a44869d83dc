import { resourceTypes } from "@deskhand/contract/vocabulary";
import { isDefinedError } from "@orpc/client";
import type { AttachedResource } from "../../../../entities/ticket/reply-draft.ts";
import type { CallError } from "../../../../lib/failure.ts";

/** Serializes attached resources for storage beside the draft; "" for none. */
export function keepResources(resources: readonly AttachedResource[]): string {
  return resources.length === 0 ? "" : JSON.stringify(resources);
}

/** Reads what `keepResources` stored and ignores anything else. */
export function readKeptResources(kept: string): AttachedResource[] {
  try {
    const found: unknown = JSON.parse(kept || "[]");
    return Array.isArray(found) ? found.filter(isResource) : [];
  } catch {
    // Foreign or truncated data: chips can be attached again, but a broken composer cannot be used.
    return [];
  }
}

function isResource(value: unknown): value is AttachedResource {
  if (typeof value !== "object" || value === null) return false;
  const { id, title, fileType } = value as Partial<Record<keyof AttachedResource, unknown>>;
  return typeof id === "string" && typeof title === "string" && resourceTypes.some((type) => type === fileType);
}

/**
 * Returns the ids of attached resources because of which a reply was refused: deleted, or not visible to the sender.
 */
export function missingResources(error: CallError | null): string[] {
  return isDefinedError(error) && error.code === "resource_not_found" ? error.data.ids : [];
}

/** Returns the sentence for a reply refused because of attached resources, or null for another reason. */
export function missingResourcesText(error: CallError | null, attached: readonly AttachedResource[]): string | null {
  const missing = missingResources(error);
  if (missing.length === 0) return null;
  const titles = attached.filter(({ id }) => missing.includes(id)).map(({ title }) => `“${title}”`);
  const named = titles.length === 0 ? "An attached resource" : titles.join(", ");
  const [was, it] = titles.length > 1 ? ["were", "them"] : ["was", "it"];
  return `${named} ${was} deleted meanwhile, or you no longer have access. Nothing was sent. Remove ${it} below and check your text, which is kept.`;
}

/** Appends a block to a text as its own paragraph, unless the text already contains it. */
export function appendBlock(text: string, block: string): string {
  if (text.includes(block)) return text;
  const before = text.trimEnd();
  return before === "" ? block : `${before}\n\n${block}`;
}
