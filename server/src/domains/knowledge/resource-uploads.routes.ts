import { limits } from "@deskhand/contract/limits";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isId } from "../../platform/db/ids.ts";
import { fail } from "../../platform/fail.ts";
import { requireAccess } from "../../platform/http/api.ts";
import type { Services } from "../../platform/services.ts";
import { safeFilename } from "../../platform/storage/safe-filename.ts";
import { storeResourceUpload } from "./store-resource-upload.ts";

type UploadRequest = {
  Querystring: { filename?: string | string[]; key?: string | string[] };
  Body: AsyncIterable<Buffer> | undefined;
};

/** `POST /api/knowledge/uploads`: one file for a resource as the request's body, streamed to disk. */
export async function resourceUploadRoutes(http: FastifyInstance, services: Services): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    // Checks everything possible before the body is read.
    const onRequest = async (request: FastifyRequest<UploadRequest>) => {
      requireAccess(request.actor, "knowledge:write");
      const { filename } = wantedOf(request);
      const size = Number(request.headers["content-length"] ?? 0);
      if (size > limits.resourceFileBytes) throw fail("resource_file_too_large", { filename });
    };
    scope.post<UploadRequest>(
      "/api/knowledge/uploads",
      { onRequest, config: { mayTakeLong: true, work: "files" } },
      async (request) => {
        const actor = requireAccess(request.actor, "knowledge:write");
        try {
          return await storeResourceUpload(services, actor, wantedOf(request), request.body ?? noBody());
        } catch (error) {
          // The browser broke off; nobody waits for a response, and it is not our fault.
          if (request.raw.destroyed && !request.raw.complete) throw fail("resource_file_broken_off");
          throw error;
        }
      },
    );
  });
}

function wantedOf({ query: { filename, key } }: FastifyRequest<UploadRequest>) {
  const fields: Record<string, string[]> = {};
  if (typeof filename !== "string" || filename === "") fields.filename = ["The file's name is required"];
  if (key !== undefined && !(typeof key === "string" && isId(key))) fields.key = ["Must be a UUID"];
  if (Object.keys(fields).length > 0) throw fail("input_invalid", { fields });
  return {
    filename: (typeof filename === "string" && safeFilename(filename)) || "file",
    key: typeof key === "string" ? key.toLowerCase() : null,
  };
}

async function* noBody(): AsyncGenerator<Buffer> {
  // An empty body reaches no parser.
}
