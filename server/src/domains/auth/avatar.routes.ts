import { limits } from "@deskhand/contract/limits";
import type { FastifyInstance } from "fastify";
import { isId } from "../../platform/db/ids.ts";
import { fail } from "../../platform/fail.ts";
import { requireAccess } from "../../platform/http/api.ts";
import { PictureChecks } from "../../platform/pictures/picture-workers.ts";
import type { Services } from "../../platform/services.ts";
import { readFile } from "../../platform/storage/files.ts";
import { selectAvatar } from "./auth.queries.ts";
import { avatarTypeOf, setAvatar } from "./profile.ts";

const address = "/api/account/avatar";

/** Uploads, removes and serves people's pictures. */
export function avatarRoutes(http: FastifyInstance, { db }: Pick<Services, "db">): void {
  const checks = new PictureChecks();
  http.addHook("onClose", () => checks.close());

  http.register(async (scope) => {
    const bodyLimit = limits.avatarSizeBytes;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => done(null, body));

    // Before the body is read.
    scope.addHook("onRequest", async (request) => {
      requireAccess(request.actor, "account:update");
    });

    scope.post(address, {
      onRequest: async (request) => {
        if (Number(request.headers["content-length"]) > bodyLimit) throw fail("avatar_too_large");
      },
      handler: async (request) => {
        const actor = requireAccess(request.actor, "account:update");
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const type = await avatarTypeOf(bytes, checks);
        return db.withTenant(actor, (tx) => setAvatar(tx, actor, { bytes, type }));
      },
    });

    scope.delete(address, async (request) => {
      const actor = requireAccess(request.actor, "account:update");
      return db.withTenant(actor, (tx) => setAvatar(tx, actor, null));
    });
  });

  type AvatarRequest = { Params: { userId: string }; Querystring: { v?: string } };
  http.get<AvatarRequest>("/api/avatars/:userId", { compress: false }, async (request, reply) => {
    const { tenantId } = requireAccess(request.actor, "account:read");
    const { userId } = request.params;
    const avatar = isId(userId) ? await db.withTenant(tenantId, (tx) => selectAvatar(tx, userId)) : undefined;
    if (!avatar?.type) throw fail("avatar_not_found");
    const { fileId, size, type } = avatar;
    const etag = `"${fileId}"`;
    // An address with the picture's id always shows that picture.
    const keep = request.query.v === fileId ? "max-age=31536000, immutable" : "no-cache";
    reply.header("etag", etag).header("cache-control", `private, ${keep}`);
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply
      .header("content-type", type)
      .header("content-length", size)
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "sandbox; default-src 'none'")
      .send(readFile(db, tenantId, fileId));
  });
}
