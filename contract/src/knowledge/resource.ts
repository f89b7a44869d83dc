import * as z from "zod";
import { id, timestamp } from "../page.ts";
import { accessLevels, resourceCategories, resourceTypes } from "../vocabulary.ts";

/** A knowledge article, which agents call a resource (docs/product.md#resources). */
export const resourceSchema = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  /** The first 180 characters of its text; null without a text. */
  excerpt: z.string().nullable(),
  /** Whether its text is longer than the excerpt. */
  excerptIsCut: z.boolean(),
  /** A lasting address of its file, open to the same people as the resource; null without a file. */
  fileUrl: z.string().nullable(),
  fileName: z.string().nullable(),
  /** In bytes. */
  fileSize: z.number().int().nullable(),
  fileType: z.enum(resourceTypes),
  category: z.enum(resourceCategories),
  tags: z.array(z.string()),
  accessLevel: z.enum(accessLevels),
  /** Whether anybody with the address may open it and its file. */
  isPublic: z.boolean(),
  uploadedBy: id.nullable(),
  /** Null if the uploader was deleted. */
  uploaderName: z.string().nullable(),
  /** How often it was opened or attached to a reply. */
  usageCount: z.number().int(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** How well it fits the search, higher is better; null without a search. */
  searchRank: z.number().nullable(),
});
export type Resource = z.infer<typeof resourceSchema>;

/** A resource with its whole text. */
export const resourceDetailSchema = resourceSchema.extend({ content: z.string().nullable() });
export type ResourceDetail = z.infer<typeof resourceDetailSchema>;
