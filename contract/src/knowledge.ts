import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { resourceDetailSchema, resourceSchema } from "./knowledge/resource.ts";
import { limits } from "./limits.ts";
import { hasVisible, id, noBlank, oneLine, pageInput, timestamp, tooLong, typedText } from "./page.ts";
import { accessLevels, resourceCategories, resourceOrders, resourceTypes, resourceUses } from "./vocabulary.ts";

export type { Resource, ResourceDetail } from "./knowledge/resource.ts";

const resourceListSchema = z.object({
  items: z.array(resourceSchema),
  nextCursor: z.string().nullable(),
  /** The number of matches. */
  total: z.number().int(),
  /** How many resources the reader may see, regardless of the search. */
  articles: z.number().int(),
  /** Of all resources that the reader may see, regardless of the search; the largest first. */
  categories: z.array(z.object({ category: z.enum(resourceCategories), articleCount: z.number().int() })),
  /** The same for tags; at most 100. */
  tags: z.array(z.object({ tag: z.string(), usageCount: z.number().int() })),
});
export type ResourceList = z.infer<typeof resourceListSchema>;

const tagsToFilterBy = 20;

const resourceFilterSchema = z.object({
  /** Words, or part of the title, description, text or a tag; case and accents do not matter. */
  search: typedText()
    // The beginning of a pasted page is enough.
    .overwrite((typed) => [...typed].slice(0, limits.searchLength).join("").trim())
    .optional(),
  category: z.enum(resourceCategories).optional(),
  fileType: z.enum(resourceTypes).optional(),
  /** The resource has at least one of these. */
  tags: z
    .preprocess(
      (value) => (typeof value === "string" ? [value] : value),
      z.array(typedText().max(limits.tagLength)).max(tagsToFilterBy),
    )
    .optional(),
  sort: z.enum(resourceOrders).default("used"),
});
export type ResourceFilter = z.output<typeof resourceFilterSchema>;

const resourcePage = pageInput.extend({ limit: pageInput.shape.limit.default(limits.resourcesFound) });

const title = typedText("Title is required")
  .overwrite((text) => oneLine(noBlank(text)))
  .min(1, "Title is required")
  .max(limits.resourceTitleLength, tooLong("Title", limits.resourceTitleLength));

/** An optional text: a blank one means none. */
const text = (name: string, max: number) =>
  typedText()
    .overwrite(noBlank)
    .max(max, tooLong(name, max))
    .transform((typed) => (typed === "" ? null : typed))
    .nullable();

const tags = z
  .array(typedText().overwrite(oneLine))
  .transform(uniqueTags)
  .refine((all) => all.every((tag) => tag.length <= limits.tagLength), tooLong("A tag", limits.tagLength))
  .refine((all) => all.length <= limits.resourceTags, `A resource has at most ${limits.resourceTags} tags`);

/** Removes blank tags, and tags that differ from an earlier one only in case. */
function uniqueTags(typed: string[]): string[] {
  const firsts = new Map<string, string>();
  for (const tag of typed) {
    const key = tag.normalize("NFC").toLowerCase();
    if (hasVisible(tag) && !firsts.has(key)) firsts.set(key, tag);
  }
  return [...firsts.values()];
}

const fields = z.object({
  title,
  description: text("Description", limits.resourceDescriptionLength),
  content: text("Content", limits.resourceContentLength),
  /** An uploaded file for the resource to take over; null for none. */
  uploadId: id.nullable(),
  fileType: z.enum(resourceTypes),
  category: z.enum(resourceCategories),
  tags,
  /** A level above one's own hides it from oneself. A restricted resource is private, whatever `isPublic` says. */
  accessLevel: z.enum(accessLevels),
  isPublic: z.boolean(),
});

const newResourceSchema = fields.extend({
  /** A second request with the same key returns what the first one did. */
  key: id,
  description: fields.shape.description.default(null),
  content: fields.shape.content.default(null),
  uploadId: fields.shape.uploadId.default(null),
  fileType: fields.shape.fileType.default("text"),
  category: fields.shape.category.default("Training Materials"),
  tags: fields.shape.tags.default([]),
  accessLevel: fields.shape.accessLevel.default("all-agents"),
  isPublic: fields.shape.isPublic.default(true),
});
export type NewResource = z.output<typeof newResourceSchema>;

/** `knownUpdatedAt` is that of the edited resource, so that a colleague's later change is not overwritten. */
const editedVersion = { id, knownUpdatedAt: timestamp };

/** The fields to change; an absent field stays as it is. An upload replaces the file, and null removes it. */
const resourceEditSchema = fields.partial().extend(editedVersion);
export type ResourceEdit = z.output<typeof resourceEditSchema>;

const resourceVersionSchema = resourceSchema
  .pick({
    title: true,
    description: true,
    category: true,
    tags: true,
    fileType: true,
    accessLevel: true,
    isPublic: true,
    fileName: true,
  })
  .extend({
    /** Counted from 1, the oldest first. */
    number: z.number().int(),
    savedAt: timestamp,
    /** Null if that person was deleted. */
    savedBy: z.string().nullable(),
    content: z.string().nullable(),
  });
export type ResourceVersion = z.infer<typeof resourceVersionSchema>;

/** A file that waits to become a resource's; deleted after a day if it is not used. */
export const resourceUploadSchema = z.object({
  uploadId: id,
  fileName: z.string(),
  /** In bytes. */
  fileSize: z.number().int(),
  contentType: z.string(),
  /** The likely type of a resource with this file. */
  fileType: z.enum(resourceTypes),
});
export type ResourceUpload = z.infer<typeof resourceUploadSchema>;

export const knowledge = {
  /** Lists the resources that one's role may see; others do not seem to exist. */
  list: endpoint("knowledge:read", "GET", "/knowledge")
    .input(resourceFilterSchema.extend(resourcePage.shape))
    .output(resourceListSchema),
  get: endpoint("knowledge:read", "GET", "/knowledge/{id}")
    .errors(among("resource_not_found"))
    .input(z.object({ id }))
    .output(resourceDetailSchema),
  create: endpoint("knowledge:write", "POST", "/knowledge", { takesDocument: true })
    .errors(among("resource_needs_content", "resource_upload_not_found", "resource_not_found"))
    .input(newResourceSchema)
    .output(resourceDetailSchema),
  update: endpoint("knowledge:write", "PATCH", "/knowledge/{id}", { takesDocument: true })
    .errors(among("resource_not_found", "resource_changed_meanwhile", "resource_upload_not_found"))
    .input(resourceEditSchema)
    .output(resourceDetailSchema),
  /** Deletes it for good, with its file and its versions; copies sent to customers remain. */
  remove: endpoint("knowledge:write", "DELETE", "/knowledge/{id}")
    .errors(among("resource_not_found"))
    .input(z.object({ id }))
    .output(z.object({ id })),
  /** Lists its earlier versions, newest first, as far as the reader's role could see them then. */
  versions: endpoint("knowledge:read", "GET", "/knowledge/{id}/versions")
    .errors(among("resource_not_found"))
    .input(z.object({ id }))
    .output(z.object({ items: z.array(resourceVersionSchema) })),
  /** Restores a version's words; the file stays, and no more people may see it than before. */
  restore: endpoint("knowledge:write", "POST", "/knowledge/{id}/versions/{number}/restore")
    .errors(among("resource_not_found", "resource_version_not_found", "resource_changed_meanwhile"))
    .input(z.object({ ...editedVersion, number: z.coerce.number().int().min(1).max(1_000_000_000) }))
    .output(resourceDetailSchema),
  /** Counts that a person opened a resource or attached it to a reply, and returns it in its present state. */
  recordUse: endpoint("knowledge:read", "POST", "/knowledge/{id}/uses")
    .errors(among("resource_not_found"))
    .input(z.object({ id, kind: z.enum(resourceUses) }))
    .output(resourceDetailSchema),
};
