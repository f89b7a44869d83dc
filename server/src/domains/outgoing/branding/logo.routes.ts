import { limits } from "@deskhand/contract/limits";
import { logoPath, logoUploadUrl } from "@deskhand/contract/pages";
import type { FastifyInstance } from "fastify";
import { fail } from "../../../platform/fail.ts";
import { requireAccess } from "../../../platform/http/api.ts";
import { PictureChecks } from "../../../platform/pictures/picture-checks.ts";
import type { Services } from "../../../platform/services.ts";
import { readFile } from "../../../platform/storage/files.ts";
import { keepLogo, readLogo } from "./keep-logo.ts";
import { LogoDrawer } from "./logo-drawer.ts";
import { tenantOfLogo } from "./logo-name.ts";
import { selectLogo } from "./logos.queries.ts";

/** Taking logos, and showing them to everybody who has their address: customers' mail programs. */
export function logoRoutes(http: FastifyInstance, { db, settings }: Pick<Services, "db" | "settings">): void {
  const drawer = new LogoDrawer();
  const checks = new PictureChecks();
  http.addHook("onClose", () => Promise.all([drawer.close(), checks.close()]));

  http.register(async (scope) => {
    const bodyLimit = limits.logoSizeBytes;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => done(null, body));

    scope.post(logoUploadUrl, {
      // Before a body is read.
      onRequest: async (request) => {
        requireAccess(request.actor, "email-settings:manage");
        if (Number(request.headers["content-length"]) > bodyLimit) throw fail("logo_too_large");
      },
      handler: async (request) => {
        const actor = requireAccess(request.actor, "email-settings:manage");
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const logo = await readLogo(bytes, drawer, checks);
        return db.withTenant(actor, (tx) => keepLogo(tx, settings, actor, logo));
      },
    });
  });

  http.get<{ Params: { name: string } }>(logoPath(":name"), { compress: false }, async (request, reply) => {
    const { name } = request.params;
    const tenant = tenantOfLogo(name);
    const logo = tenant && (await db.withTenant(tenant, (tx) => selectLogo(tx, name)));
    if (!tenant || !logo) throw fail("logo_not_found");
    const etag = `"${logo.fileId}"`;
    reply
      .header("etag", etag)
      .header("cache-control", "public, max-age=3600")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "sandbox; default-src 'none'")
      // A webmail shows it on a page of its own.
      .header("cross-origin-resource-policy", "cross-origin");
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply
      .header("content-type", logo.type)
      .header("content-length", logo.size)
      .send(readFile(db, tenant, logo.fileId));
  });
}
