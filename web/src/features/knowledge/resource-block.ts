import type { ResourceDetail } from "@deskhand/contract/knowledge";
import { promiseOf } from "../../entities/ticket/promised-files.ts";

const SEPARATOR = "-".repeat(32);

type Described = Pick<
  ResourceDetail,
  "title" | "fileType" | "description" | "content" | "fileUrl" | "fileName" | "isPublic"
>;

/**
 * What a resource puts into a reply (docs/product.md#resources-in-a-reply). A private resource's link would open for nobody outside:
 * its file goes with the reply, and the block names that instead.
 */
export function resourceBlock(resource: Described): string {
  const { title, fileType, description, content, fileUrl, fileName, isPublic } = resource;
  if (fileUrl !== null) {
    const about = description || "Please see the attached resource for more information.";
    const file = isPublic ? `View Document: ${fileUrl}` : promiseOf(fileName ?? title);
    return [`${title} (${fileType.toUpperCase()})`, about, file].join("\n");
  }
  if (content !== null && content.trim() !== "") return [title, SEPARATOR, content.trim(), SEPARATOR].join("\n");
  const about = description || "Please refer to our knowledge base for more information about this topic.";
  return [title, about].join("\n");
}
