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
  /** How many match. */
  total: z.number().int(),
  /** How many are open to the reader, whatever is searched for. */
  articles: z.number().int(),
  /** Of everything open to the reader, whatever is searched for; the largest first. */
  categories: z.array(z.object({ category: z.enum(resourceCategories), articleCount: z.number().int() })),
  /** The same; at most 100. */
  tags: z.array(z.object({ tag: z.string(), usageCount: z.number().int() })),
});
export type ResourceList = z.infer<typeof resourceListSchema>;

const tagsToFilterBy = 20;

const resourceFilterSchema = z.object({
  /** Words, or a part of the title, description, text or a tag: upper and lower case, with and without accents alike. */
  search: typedText()
    // Of a page that was pasted the beginning is enough.
    .overwrite((typed) => [...typed].slice(0, limits.searchLength).join("").trim())
    .optional(),
  category: z.enum(resourceCategories).optional(),
  fileType: z.enum(resourceTypes).optional(),
  /** At least one of them is on the resource. */
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

/** A text that need not be there: a blank one is none. */
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

/** Tags without blank ones and without those that differ from an earlier one in case alone. */
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
  /** A file that was uploaded for it, which it takes over; null for none. */
  uploadId: id.nullable(),
  fileType: z.enum(resourceTypes),
  category: z.enum(resourceCategories),
  tags,
  /** Beyond one's own it does not exist for oneself any more. Restricted is private, whatever `isPublic` says. */
  accessLevel: z.enum(accessLevels),
  isPublic: z.boolean(),
});

const newResourceSchema = fields.extend({
  /** A second request with it returns what the first did. */
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

/** `knownUpdatedAt` is of the resource that was edited: what somebody else saved since then is not written over. */
const known = { id, knownUpdatedAt: timestamp };

/** What is absent stays as it is. An upload takes the place of the file, and null takes it off. */
const resourceEditSchema = fields.partial().extend(known);
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
    /** From 1 on, the oldest first. */
    number: z.number().int(),
    savedAt: timestamp,
    /** Null when whoever saved it is gone. */
    savedBy: z.string().nullable(),
    content: z.string().nullable(),
  });
export type ResourceVersion = z.infer<typeof resourceVersionSchema>;

/** A file that waits to become a resource's; what is not used within a day is deleted. */
export const resourceUploadSchema = z.object({
  uploadId: id,
  fileName: z.string(),
  /** In bytes. */
  fileSize: z.number().int(),
  contentType: z.string(),
  /** What a resource with this file probably is. */
  fileType: z.enum(resourceTypes),
});
export type ResourceUpload = z.infer<typeof resourceUploadSchema>;

export const knowledge = {
  /** What is open to one's role; the rest is as if it were not there. */
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
  /** Deletes it for good, with its file and its versions; what was sent to customers stays with them. */
  remove: endpoint("knowledge:write", "DELETE", "/knowledge/{id}")
    .errors(among("resource_not_found"))
    .input(z.object({ id }))
    .output(z.object({ id })),
  /** What it was before each edit, the newest first, as far as that was open to the reader's role then. */
  versions: endpoint("knowledge:read", "GET", "/knowledge/{id}/versions")
    .errors(among("resource_not_found"))
    .input(z.object({ id }))
    .output(z.object({ items: z.array(resourceVersionSchema) })),
  /** Brings back a version's words; the file stays, and the resource becomes no more open than it is. */
  restore: endpoint("knowledge:write", "POST", "/knowledge/{id}/versions/{number}/restore")
    .errors(among("resource_not_found", "resource_version_not_found", "resource_changed_meanwhile"))
    .input(z.object({ ...known, number: z.coerce.number().int().min(1).max(1_000_000_000) }))
    .output(resourceDetailSchema),
  /** Counts that somebody opened a resource or attached it to a reply, and gives it as it is now. */
  recordUse: endpoint("knowledge:read", "POST", "/knowledge/{id}/uses")
    .errors(among("resource_not_found"))
    .input(z.object({ id, kind: z.enum(resourceUses) }))
    .output(resourceDetailSchema),
};
