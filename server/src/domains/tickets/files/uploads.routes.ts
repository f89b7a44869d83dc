import { limits } from "@deskhand/contract/limits";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isId } from "../../../platform/db/ids.ts";
import { fail } from "../../../platform/fail.ts";
import { requireAccess } from "../../../platform/http/api.ts";
import type { Services } from "../../../platform/services.ts";
import { safeFilename } from "../../../platform/storage/safe-filename.ts";
import { storeUpload } from "./uploads.ts";

type UploadRequest = {
  Params: { ticketId: string };
  Querystring: { filename?: string; key?: string };
  Body: AsyncIterable<Buffer> | undefined;
};

/** `POST /api/tickets/:ticketId/uploads`: takes one file for a reply as the request's whole body, streamed to disk. */
export async function uploadRoutes(http: FastifyInstance, services: Services): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    // Everything that can be refused before the body is read.
    const onRequest = async (request: FastifyRequest<UploadRequest>) => {
      requireAccess(request.actor, "messages:reply");
      if (!isId(request.params.ticketId)) throw fail("ticket_not_found");
      const { filename } = namesIn(request);
      if (announcedSize(request) > limits.mailSizeBytes) throw fail("upload_too_large", { filename });
    };
    scope.post<UploadRequest>(
      "/api/tickets/:ticketId/uploads",
      { onRequest, config: { mayTakeLong: true, work: "files" } },
      async (request) => {
        const actor = requireAccess(request.actor, "messages:reply");
        const { ticketId } = request.params;
        const wanted = { ticketId, ...namesIn(request), announcedSize: announcedSize(request) };
        try {
          return await storeUpload(services, actor, wanted, request.body ?? noBody());
        } catch (error) {
          // The browser cancelled the upload or disconnected, which is no fault of the server.
          if (request.raw.destroyed && !request.raw.complete)
            throw fail("upload_broken_off", { filename: wanted.filename });
          throw error;
        }
      },
    );
  });
}

function namesIn({ query }: FastifyRequest<UploadRequest>): { filename: string; idempotencyKey: string | null } {
  const { filename, key } = query;
  const fields: Record<string, string[]> = {};
  if (typeof filename !== "string" || filename === "") fields.filename = ["The file's name is required"];
  if (key !== undefined && !(typeof key === "string" && isId(key))) fields.key = ["Must be a UUID"];
  if (Object.keys(fields).length > 0) throw fail("input_invalid", { fields });
  return { filename: safeFilename(filename ?? "") || "attachment", idempotencyKey: key ?? null };
}

function announcedSize({ headers }: FastifyRequest<UploadRequest>): number {
  return Number(headers["content-length"] ?? 0);
}

async function* noBody(): AsyncGenerator<Buffer> {
  // An empty body reaches no parser.
}
