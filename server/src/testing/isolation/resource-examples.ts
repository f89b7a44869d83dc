import {
  addResourceRow,
  type ResourceFields,
  selectMadeResource,
  updateResourceRow,
} from "../../domains/knowledge/save.queries.ts";
import {
  dropStaleUploads,
  dropSurplusUploads,
  insertResourceUpload,
  selectResourceUpload,
  takeResourceUpload,
} from "../../domains/knowledge/uploads.queries.ts";
import { keepVersion } from "../../domains/knowledge/versions.queries.ts";
import { newId } from "../../platform/db/ids.ts";
import type { FullDesk } from "../full-desk.ts";
import { example } from "./examples.ts";

const fields = (secret: string): ResourceFields => ({
  ...{ title: secret, description: null, content: secret, fileType: "text", category: "Templates", tags: [secret] },
  ...{ accessLevel: "all-agents", isPublic: false },
});
const file = ({ logo: { fileId } }: FullDesk) =>
  ({ file_id: fileId, file_name: "a.png", file_size: 1, content_type: "image/png" }) as const;

example(addResourceRow).is(({ owner, secret, newArticleKey }) => [
  { ...fields(secret), id: newId(), createdBy: owner.userId, key: newArticleKey, file: null },
]);
example(updateResourceRow).is(({ articleId, owner, secret }) => [articleId, { title: secret }, null, owner.userId]);
example(selectMadeResource).is(
  ({ owner, newArticleKey }) => [owner.userId, newArticleKey],
  ({ articleId, newArticleKey }) =>
    `update knowledge_articles set creation_key = '${newArticleKey}' where id = '${articleId}'`,
);
example(keepVersion).is(({ articleId }) => [articleId, 50]);
example(selectResourceUpload).is(
  ({ owner, newArticleKey }) => [owner.userId, newArticleKey],
  ({ newArticleKey }) => `update knowledge_uploads set idempotency_key = '${newArticleKey}'`,
);
example(insertResourceUpload).is((desk) => [
  { ...file(desk), userId: desk.owner.userId, fileType: "image", key: null },
]);
example(takeResourceUpload).is(({ owner, articleUploadId }) => [owner.userId, articleUploadId]);
example(dropSurplusUploads).is(({ owner }) => [owner.userId, 0]);
example(dropStaleUploads).is(() => [-1]);
