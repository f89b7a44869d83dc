import { ORPCError } from "@orpc/client";
import type { AttachedResource } from "./reply-draft.ts";

/** The ids of attached resources for whose sake a reply was refused: they are gone, or closed to the sender. */
export function missingResources(error: unknown): string[] {
  if (!(error instanceof ORPCError) || error.code !== "resource_not_found") return [];
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("ids" in data) || !Array.isArray(data.ids)) return [];
  return data.ids.filter((id) => typeof id === "string");
}

/** The sentence for a reply that was refused because of attached resources; null when it was not. */
export function missingResourcesText(error: unknown, attached: readonly AttachedResource[]): string | null {
  const missing = missingResources(error);
  if (missing.length === 0) return null;
  const titles = attached.filter(({ id }) => missing.includes(id)).map(({ title }) => `“${title}”`);
  const named = titles.length === 0 ? "An attached resource" : titles.join(", ");
  const [was, it] = titles.length > 1 ? ["were", "them"] : ["was", "it"];
  return `${named} ${was} deleted meanwhile, or you no longer have access. Nothing was sent. Remove ${it} below and check your text, which is kept.`;
}
