import { randomUUID } from "node:crypto";
import type { Isolation } from "../../testing/isolation/isolation.ts";
import { addResource, makeResource, uploadForResource } from "../../testing/test-resource.ts";

export const isolation: Isolation = async (app, { owner, secret }) => {
  const { knowledge } = owner.api;
  const resource = { ...makeResource(secret), uploadedBy: owner.userId };
  const articleId = await addResource(app, owner, resource);
  const { updatedAt: articleUpdatedAt } = await knowledge.get({ id: articleId });
  const deletableArticleId = await addResource(app, owner, makeResource(secret));
  const earlier = await knowledge.create({
    key: randomUUID(),
    title: `Earlier ${secret}`,
    content: secret,
    isPublic: false,
  });
  const later = { id: earlier.id, knownUpdatedAt: earlier.updatedAt, title: `Later ${secret}` };
  const editedArticle = await knowledge.update(later);
  const newArticleKey = randomUUID();
  // Waits to become a resource.
  const file = { filename: `${secret}.txt`, bytes: Buffer.from(secret) };
  const { uploadId: articleUploadId } = await uploadForResource(owner, file);
  return {
    inputs: {
      "knowledge.list": () => ({ search: secret, fileType: "pdf" }),
      "knowledge.get": () => ({ id: articleId }),
      "knowledge.recordUse": () => ({ id: articleId, kind: "open" }),
      "knowledge.create": () => ({
        key: newArticleKey,
        title: `Title ${secret}`,
        uploadId: articleUploadId,
      }),
      "knowledge.update": () => ({
        id: articleId,
        knownUpdatedAt: articleUpdatedAt,
        title: `New title ${secret}`,
      }),
      "knowledge.remove": () => ({ id: deletableArticleId }),
      "knowledge.versions": () => ({ id: editedArticle.id }),
      "knowledge.restore": () => ({
        id: editedArticle.id,
        knownUpdatedAt: editedArticle.updatedAt,
        number: 1,
      }),
    },
  };
};
