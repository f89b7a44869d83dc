import { isDefinedError } from "@orpc/client";
import type { CallError } from "../../../lib/failure.ts";
import { namedFaults } from "../../../screens/use-form.ts";
import type { ResourceField } from "./resource-fields.ts";

/** What the server found wrong with a resource, at the field that it is about. */
export function resourceFaults(error: CallError | null): Partial<Record<ResourceField, string>> {
  if (isDefinedError(error) && error.code === "resource_needs_content") return { content: error.message };
  if (isDefinedError(error) && error.code === "resource_upload_not_found") return { file: error.message };
  const { uploadId, ...faults }: Partial<Record<string, string>> = namedFaults(error);
  const tags = Object.entries(faults).find(([name]) => name === "tags" || name.startsWith("tags."));
  return { ...faults, ...(tags && { tags: tags[1] }), ...(uploadId !== undefined && { file: uploadId }) };
}
