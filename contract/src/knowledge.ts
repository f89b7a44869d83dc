import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, timestamp, typedText } from "./page.ts";
import { accessLevels, resourceCategories, resourceTypes, resourceUses } from "./vocabulary.ts";

/** A knowledge article, which agents know as a resource (docs/product.md#resources). */
const resourceSchema = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  /** The first 180 characters of its text, where no description says what it is about; null when it has none. */
  excerpt: z.string().nullable(),
  /** A lasting address of its file, which follows the resource's visibility; null when it has no file. */
  fileUrl: z.string().nullable(),
  fileName: z.string().nullable(),
  /** In bytes. */
  fileSize: z.number().int().nullable(),
  fileType: z.enum(resourceTypes),
  category: z.enum(resourceCategories),
  tags: z.array(z.string()),
  accessLevel: z.enum(accessLevels),
  /** Whether anybody who has the address may open its file. */
  isPublic: z.boolean(),
  uploadedBy: id.nullable(),
  /** Null when whoever uploaded it is gone. */
  uploaderName: z.string().nullable(),
  /** How often it was opened or attached to a reply. */
  usageCount: z.number().int(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Resource = z.infer<typeof resourceSchema>;

/** A resource with the whole of its text. */
const resourceDetailSchema = resourceSchema.extend({ content: z.string().nullable() });
export type ResourceDetail = z.infer<typeof resourceDetailSchema>;

const resourceListSchema = z.object({
  /** The 50 most used that match, most used first, then the one updated last. */
  items: z.array(resourceSchema),
  /** How many match. */
  total: z.number().int(),
  /** Of everything open to the reader, whatever is searched for; the largest first. */
  categories: z.array(z.object({ category: z.enum(resourceCategories), articleCount: z.number().int() })),
  tags: z.array(z.object({ tag: z.string(), usageCount: z.number().int() })),
});
export type ResourceList = z.infer<typeof resourceListSchema>;

const tagLength = 50;
const tagsToFilterBy = 20;

const resourceFilterSchema = z.object({
  /** Part of the title, description, text or a tag, upper and lower case alike. */
  search: typedText().max(limits.searchLength).optional(),
  category: z.enum(resourceCategories).optional(),
  fileType: z.enum(resourceTypes).optional(),
  /** At least one of them is on the resource. */
  tags: z
    .preprocess(
      (value) => (typeof value === "string" ? [value] : value),
      z.array(typedText().max(tagLength)).max(tagsToFilterBy),
    )
    .optional(),
});
export type ResourceFilter = z.infer<typeof resourceFilterSchema>;

export const knowledge = {
  /** What is open to one's role; the rest is as if it were not there. */
  list: endpoint("knowledge:read", "GET", "/knowledge").input(resourceFilterSchema).output(resourceListSchema),
  get: endpoint("knowledge:read", "GET", "/knowledge/{id}")
    .errors(among("resource_not_found"))
    .input(z.object({ id }))
    .output(resourceDetailSchema),
  /** Counts that somebody opened a resource or attached it to a reply, and gives it as it is now. */
  recordUse: endpoint("knowledge:read", "POST", "/knowledge/{id}/uses")
    .errors(among("resource_not_found"))
    .input(z.object({ id, kind: z.enum(resourceUses) }))
    .output(resourceDetailSchema),
};
