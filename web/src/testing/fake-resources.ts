import type { ResourceDetail, ResourceUpload, ResourceVersion } from "@deskhand/contract/knowledge";
import { ORPCError } from "@orpc/server";
import { os as fake } from "./fake-contract.ts";

const os = fake.knowledge;
const firstSave = Date.parse("2026-03-02T10:00:00.000Z");

/** A resource with defaults. */
export function newResource(changes: Partial<ResourceDetail> = {}): ResourceDetail {
  const at = new Date(firstSave).toISOString();
  return {
    id: crypto.randomUUID(),
    title: "Care guide",
    description: null,
    excerpt: null,
    excerptIsCut: false,
    fileUrl: null,
    fileName: null,
    fileSize: null,
    fileType: "text",
    category: "Training Materials",
    tags: [],
    accessLevel: "all-agents",
    isPublic: true,
    uploadedBy: null,
    uploaderName: "Nora Quist",
    usageCount: 0,
    createdAt: at,
    updatedAt: at,
    searchRank: null,
    content: null,
    ...changes,
  };
}

type Saved = { [Name in keyof ResourceDetail]?: ResourceDetail[Name] | undefined } & {
  uploadId?: string | null | undefined;
};

/** Fakes a store's resources, records changes, and refuses on demand. */
export function fakeResources(uploads: readonly ResourceUpload[], refuseMissing: (id: string) => Error) {
  const fake = {
    resources: [] as ResourceDetail[],
    versions: [] as ResourceVersion[],
    /** All lists, creations and changes requested, retries included. */
    lists: [] as object[],
    creations: [] as { key: string; title: string }[],
    changes: [] as object[],
    /** Runs before a write: may throw a `refusal`, or wait. */
    before: async (): Promise<void> => undefined,
    /** Runs after a write: may throw to lose the response. */
    after: (): void => undefined,
  };
  let clock = firstSave;

  function find(id: string): ResourceDetail {
    const found = fake.resources.find((each) => each.id === id);
    if (found === undefined) throw refuseMissing(id);
    return found;
  }

  function write(resource: ResourceDetail, { uploadId, ...values }: Saved): ResourceDetail {
    const changes = Object.entries(values).filter(([, value]) => value !== undefined);
    Object.assign(resource, Object.fromEntries(changes));
    resource.excerpt = resource.content?.slice(0, 180) ?? null;
    resource.excerptIsCut = (resource.content?.length ?? 0) > 180;
    clock += 1_000;
    resource.updatedAt = new Date(clock).toISOString();
    const upload = uploads.find((each) => each.uploadId === uploadId);
    if (uploadId === null) Object.assign(resource, { fileUrl: null, fileName: null, fileSize: null });
    if (upload === undefined) return { ...resource };
    const { fileName, fileSize } = upload;
    return Object.assign(resource, { fileName, fileSize, fileUrl: `/knowledge/${resource.id}/file` });
  }

  const routes = {
    list: os.list.handler(({ input }) => {
      fake.lists.push(input);
      const { search = "", category, fileType, tags, cursor, limit } = input;
      const fits = ({ title, content, ...each }: ResourceDetail) =>
        `${title} ${content}`.toLowerCase().includes(search.toLowerCase()) &&
        (category === undefined || each.category === category) &&
        (fileType === undefined || each.fileType === fileType) &&
        (tags === undefined || each.tags.some((tag) => tags.includes(tag)));
      const found = fake.resources.filter(fits);
      const start = Number(cursor ?? 0);
      const { resources } = fake;
      const counted = <T extends string>(values: readonly T[]) =>
        [...new Set(values)].map((value) => ({ value, count: values.filter((each) => each === value).length }));
      return {
        items: found.slice(start, start + limit),
        nextCursor: start + limit < found.length ? String(start + limit) : null,
        total: found.length,
        articles: resources.length,
        categories: counted(resources.map(({ category }) => category)).map(({ value, count }) => ({
          category: value,
          articleCount: count,
        })),
        tags: counted(resources.flatMap(({ tags }) => tags)).map(({ value, count }) => ({
          tag: value,
          usageCount: count,
        })),
      };
    }),
    get: os.get.handler(({ input }) => find(input.id)),
    create: os.create.handler(async ({ input: { key, ...values } }) => {
      fake.creations.push({ key, title: values.title });
      await fake.before();
      const existing = fake.resources.find(({ id }) => id === key);
      const created = existing ?? newResource({ id: key });
      if (existing === undefined) fake.resources.unshift(created);
      const saved = existing ?? write(created, values);
      fake.after();
      return saved;
    }),
    update: os.update.handler(async ({ input: { id, knownUpdatedAt, ...values } }) => {
      fake.changes.push(values);
      await fake.before();
      const resource = find(id);
      if (resource.updatedAt !== knownUpdatedAt) {
        const data = { current: resource };
        throw new ORPCError("resource_changed_meanwhile", { defined: true, status: 409, message: "Changed", data });
      }
      return write(resource, values);
    }),
    remove: os.remove.handler(async ({ input: { id } }) => {
      await fake.before();
      fake.resources.splice(fake.resources.indexOf(find(id)), 1);
      return { id };
    }),
    versions: os.versions.handler(() => ({ items: fake.versions })),
    restore: os.restore.handler(({ input: { id, number } }) => {
      const version = fake.versions.find((each) => each.number === number);
      return write(find(id), { title: version?.title ?? "", content: version?.content ?? null });
    }),
    recordUse: os.recordUse.handler(({ input: { id } }) => {
      const resource = find(id);
      resource.usageCount++;
      return resource;
    }),
  };
  return { fake, routes };
}
