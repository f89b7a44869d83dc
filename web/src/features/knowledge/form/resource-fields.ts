import type { NewResource, ResourceDetail, ResourceEdit, ResourceUpload } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import type { AccessLevel, ResourceCategory, ResourceType } from "@deskhand/contract/vocabulary";
import { isDefinedError } from "@orpc/client";
import { readFields } from "../../../lib/drafts.ts";
import type { CallError } from "../../../lib/failure.ts";
import { namedFaults } from "../../../screens/use-form.ts";

/** A resource form's values; "" for none. */
export interface ResourceFields {
  title: string;
  description: string;
  category: ResourceCategory;
  fileType: ResourceType;
  accessLevel: AccessLevel;
  /** Only a resource open to all agents can be public; the choice is kept for when it is again. */
  isPublic: boolean;
  content: string;
  tags: readonly string[];
  /** A tag typed but not added yet. */
  typedTag: string;
  /** An uploaded file waiting to be saved. */
  file: ResourceUpload | null;
  /** Whether the current file is removed. */
  dropsFile: boolean;
  /** Whether the user chose the type, so that it no longer follows the file. */
  isTypeChosen: boolean;
}
export type ResourceField = keyof ResourceFields;

export const blankFields: ResourceFields = {
  title: "",
  description: "",
  category: "Training Materials",
  fileType: "text",
  accessLevel: "all-agents",
  isPublic: true,
  content: "",
  tags: [],
  typedTag: "",
  file: null,
  dropsFile: false,
  isTypeChosen: false,
};

/** Returns the form's values for a resource. */
export function fieldsOf(resource: ResourceDetail): ResourceFields {
  const { title, description, category, fileType, fileName, accessLevel, isPublic, content, tags } = resource;
  return {
    ...blankFields,
    title,
    category,
    fileType,
    accessLevel,
    tags,
    isPublic: isPublic || accessLevel !== "all-agents",
    description: description ?? "",
    content: content ?? "",
    isTypeChosen: fileType !== "text" && !(typeEndings[fileType] ?? []).includes(endingOf(fileName ?? "")),
  };
}

/** The file endings of each type. A type suggested by a file follows the next file. */
const typeEndings: Partial<Record<ResourceType, readonly string[]>> = {
  pdf: ["pdf"],
  document: ["doc", "docx"],
  image: ["jpg", "jpeg", "png", "gif"],
  video: ["mp4"],
  audio: ["mp3"],
};

/** The accepted file endings, which the browser's dialog offers. The server checks the content. */
export const accepted = ".pdf,.doc,.docx,.txt,.jpg,.jpeg,.png,.gif,.mp4,.mp3";

/** Whether a file's name has an accepted ending. */
export const isAccepted = (fileName: string) => accepted.split(",").includes(`.${endingOf(fileName)}`);

const endingOf = (fileName: string) => fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase();

/** Changes some fields. A type not chosen by the user follows the file, or without a file is as `before`. */
export function withPart(
  fields: ResourceFields,
  part: Partial<ResourceFields>,
  before: ResourceFields,
): ResourceFields {
  const changed = { ...fields, ...part };
  if (part.file === undefined || fields.isTypeChosen) return changed;
  return { ...changed, fileType: part.file?.fileType ?? before.fileType };
}

/** Returns why a tag cannot be added, or null. */
export function tagFault(tags: readonly string[], typed: string): string | null {
  if (withTag(tags, typed).length === tags.length) return null;
  if (typed.trim().length > limits.tagLength) return `A tag is too long (maximum ${limits.tagLength} characters)`;
  return tags.length >= limits.resourceTags ? `A resource has at most ${limits.resourceTags} tags` : null;
}

/** Adds a trimmed tag, unless it is blank or already there in any case. */
export function withTag(tags: readonly string[], typed: string): readonly string[] {
  const tag = typed.trim();
  const isThere = tags.some((each) => plain(each) === plain(tag));
  return tag === "" || isThere ? tags : [...tags, tag];
}

const plain = (tag: string) => tag.normalize("NFC").toLowerCase();

/** Returns what the form sends, including a tag still being typed. */
export function valuesOf(fields: ResourceFields): Omit<NewResource, "key" | "uploadId"> {
  const { title, description, category, fileType, accessLevel, content, tags, typedTag } = fields;
  return {
    title: title.trim(),
    category,
    fileType,
    accessLevel,
    tags: [...withTag(tags, typedTag)],
    isPublic: fields.isPublic && accessLevel === "all-agents",
    description: description.trim() === "" ? null : description.trim(),
    content: content.trim() === "" ? null : content.trim(),
  };
}

type Change = Omit<ResourceEdit, "id" | "knownUpdatedAt">;

/** Returns only the changed fields of a resource. */
export function changesOf(before: ResourceDetail, fields: ResourceFields): Change {
  const previous = valuesOf(fieldsOf(before));
  const changed = Object.entries(valuesOf(fields)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(previous, name)),
  );
  const file = fields.file !== null ? { uploadId: fields.file.uploadId } : fields.dropsFile ? { uploadId: null } : {};
  return { ...Object.fromEntries(changed), ...file };
}

/** A resource's unsaved form, as stored in the browser. */
export interface ResourceDraft {
  fields: ResourceFields;
  /** For a new one: the key of a request that may have reached the server; "" before the first. */
  key: string;
  /** For an edited one: when the edited version was saved; "" for a new one. */
  knownUpdatedAt: string;
}

/** Parses a stored draft; fields that are missing or of another shape are as `before`. */
export function readResourceDraft(kept: string, before: ResourceDraft): ResourceDraft {
  const draft = readFields(kept, before);
  const fields = readFields(JSON.stringify(draft.fields), before.fields, (value, blank) =>
    blank === null ? value === null || isUpload(value) : typeof value === typeof blank,
  );
  return { ...draft, fields };
}

/** Serializes a draft; "" if it equals `before`. */
export function writeResourceDraft(draft: ResourceDraft, before: ResourceDraft): string {
  return JSON.stringify(draft.fields) === JSON.stringify(before.fields) ? "" : JSON.stringify(draft);
}

function isUpload(value: unknown): value is ResourceUpload {
  return (
    typeof value === "object" && value !== null && "uploadId" in value && "fileName" in value && "fileSize" in value
  );
}

/** Returns the server's errors by field. */
export function resourceFaults(error: CallError | null): Partial<Record<ResourceField, string>> {
  if (isDefinedError(error) && error.code === "resource_needs_content") return { content: error.message };
  if (isDefinedError(error) && error.code === "resource_upload_not_found") return { file: error.message };
  const { uploadId, ...faults }: Partial<Record<string, string>> = namedFaults(error);
  const tags = Object.entries(faults).find(([name]) => name === "tags" || name.startsWith("tags."));
  return { ...faults, ...(tags && { tags: tags[1] }), ...(uploadId !== undefined && { file: uploadId }) };
}
