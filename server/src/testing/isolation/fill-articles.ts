import { randomUUID } from "node:crypto";
import type { Desk } from "../open-desk.ts";
import type { Person } from "../test-people.ts";
import { addResource, makeResource, uploadForResource } from "../test-resource.ts";

/** The resources of a full desk. */
export type Articles = {
  articleId: string;
  /** When it was updated. */
  articleUpdatedAt: string;
  /** A resource that was edited once. */
  editedArticle: { id: string; updatedAt: string };
  /** A resource that nothing else needs. */
  deletableArticleId: string;
  newArticleKey: string;
  /** A file that waits to become a resource of the owner. */
  articleUploadId: string;
};

/** Gives a store resources of each kind, with the secret in their texts. */
export async function fillArticles(app: Desk, owner: Person, secret: string): Promise<Articles> {
  const resource = { ...makeResource(secret), uploadedBy: owner.userId };
  const articleId = await addResource(app, owner, resource);
  return {
    articleId,
    articleUpdatedAt: (await owner.api.knowledge.get({ id: articleId })).updatedAt,
    deletableArticleId: await addResource(app, owner, makeResource(secret)),
    editedArticle: await editArticle(owner, secret),
    newArticleKey: randomUUID(),
    articleUploadId: (await uploadForResource(owner, { filename: `${secret}.txt`, bytes: Buffer.from(secret) }))
      .uploadId,
  };
}

async function editArticle({ api }: Person, secret: string): Promise<{ id: string; updatedAt: string }> {
  const { id, updatedAt } = await api.knowledge.create({
    key: randomUUID(),
    title: `Earlier ${secret}`,
    content: secret,
    isPublic: false,
  });
  return api.knowledge.update({ id, knownUpdatedAt: updatedAt, title: `Later ${secret}` });
}
