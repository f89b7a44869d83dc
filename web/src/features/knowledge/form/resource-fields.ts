import type { NewResource, ResourceDetail, ResourceEdit, ResourceUpload } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import type { AccessLevel, ResourceCategory, ResourceType } from "@deskhand/contract/vocabulary";
import { isDefinedError } from "@orpc/client";
import { readFields } from "../../../lib/drafts.ts";
import type { CallError } from "../../../lib/failure.ts";
import { namedFaults } from "../../../screens/use-form.ts";

/** A resource as its form has it; what is not there is "". */
export interface ResourceFields {
  title: string;
  description: string;
  category: ResourceCategory;
  fileType: ResourceType;
  accessLevel: AccessLevel;
  /** Only what is open to all agents can be: the choice is kept for when it is again. */
  isPublic: boolean;
  content: string;
  tags: readonly string[];
  /** A tag that is typed and not added yet. */
  typedTag: string;
  /** A file that is uploaded and waits to be the resource's. */
  file: ResourceUpload | null;
  /** Whether the file that it has comes off. */
  dropsFile: boolean;
  /** Whether a person chose the type, so that it no longer follows the file. */
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

/** A resource's values as the form has them. */
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

/** Of which types files are, by their endings: such a type was suggested by the file, and follows the next one. */
const typeEndings: Partial<Record<ResourceType, readonly string[]>> = {
  pdf: ["pdf"],
  document: ["doc", "docx"],
  image: ["jpg", "jpeg", "png", "gif"],
  video: ["mp4"],
  audio: ["mp3"],
};

/** The endings that a resource's file may have: the browser offers these to choose from; what a file really is, the server sees. */
export const accepted = ".pdf,.doc,.docx,.txt,.jpg,.jpeg,.png,.gif,.mp4,.mp3";

/** Whether a file's name promises one that a resource may have. */
export const isAccepted = (fileName: string) => accepted.split(",").includes(`.${endingOf(fileName)}`);

const endingOf = (fileName: string) => fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase();

/** The fields with some changed. A type that nobody chose is what the file suggests, or without one what it was `before`. */
export function withPart(
  fields: ResourceFields,
  part: Partial<ResourceFields>,
  before: ResourceFields,
): ResourceFields {
  const changed = { ...fields, ...part };
  if (part.file === undefined || fields.isTypeChosen) return changed;
  return { ...changed, fileType: part.file?.fileType ?? before.fileType };
}

/** Why a tag is not added; null where nothing is wrong with it. */
export function tagFault(tags: readonly string[], typed: string): string | null {
  if (withTag(tags, typed).length === tags.length) return null;
  if (typed.trim().length > limits.tagLength) return `A tag is too long (maximum ${limits.tagLength} characters)`;
  return tags.length >= limits.resourceTags ? `A resource has at most ${limits.resourceTags} tags` : null;
}

/** The tags with one more, trimmed; a blank one, and one that is there already, whatever its case, is not added. */
export function withTag(tags: readonly string[], typed: string): readonly string[] {
  const tag = typed.trim();
  const isThere = tags.some((each) => plain(each) === plain(tag));
  return tag === "" || isThere ? tags : [...tags, tag];
}

const plain = (tag: string) => tag.normalize("NFC").toLowerCase();

/** What a form sends of its fields; the tag that is still typed counts. */
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

/** What was changed in a resource's form, and nothing else. */
export function changesOf(before: ResourceDetail, fields: ResourceFields): Change {
  const was = valuesOf(fieldsOf(before));
  const changed = Object.entries(valuesOf(fields)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(was, name)),
  );
  const file = fields.file !== null ? { uploadId: fields.file.uploadId } : fields.dropsFile ? { uploadId: null } : {};
  return { ...Object.fromEntries(changed), ...file };
}

/** A resource's unsaved form as it is kept in the browser. */
export interface ResourceDraft {
  fields: ResourceFields;
  /** Of a new one: the key of the request that may have reached the server already; "" before the first. */
  key: string;
  /** Of an edited one: when what is edited had been saved; "" of a new one. */
  knownUpdatedAt: string;
}

/** The draft that is kept as a text; what is not in it, or an older version kept otherwise, is as it was `before`. */
export function readResourceDraft(kept: string, before: ResourceDraft): ResourceDraft {
  const draft = readFields(kept, before);
  const fields = readFields(JSON.stringify(draft.fields), before.fields, (value, blank) =>
    blank === null ? value === null || isUpload(value) : typeof value === typeof blank,
  );
  return { ...draft, fields };
}

/** A draft as the text that is kept; "" for one in which nothing is other than `before`. */
export function writeResourceDraft(draft: ResourceDraft, before: ResourceDraft): string {
  return JSON.stringify(draft.fields) === JSON.stringify(before.fields) ? "" : JSON.stringify(draft);
}

function isUpload(value: unknown): value is ResourceUpload {
  return (
    typeof value === "object" && value !== null && "uploadId" in value && "fileName" in value && "fileSize" in value
  );
}

/** What the server found wrong with a resource, at the field that it is about. */
export function resourceFaults(error: CallError | null): Partial<Record<ResourceField, string>> {
  if (isDefinedError(error) && error.code === "resource_needs_content") return { content: error.message };
  if (isDefinedError(error) && error.code === "resource_upload_not_found") return { file: error.message };
  const { uploadId, ...faults }: Partial<Record<string, string>> = namedFaults(error);
  const tags = Object.entries(faults).find(([name]) => name === "tags" || name.startsWith("tags."));
  return { ...faults, ...(tags && { tags: tags[1] }), ...(uploadId !== undefined && { file: uploadId }) };
}
