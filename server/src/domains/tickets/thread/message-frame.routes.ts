import type { FastifyInstance } from "fastify";
import { isId } from "../../../platform/db/ids.ts";
import { fail } from "../../../platform/fail.ts";
import { requireAccess } from "../../../platform/http/api.ts";
import { showImages } from "../../../platform/mail-html/show-images.ts";
import type { Services } from "../../../platform/services.ts";
import { readFile } from "../../../platform/storage/files.ts";
import { selectInlineImage, selectInlineImages } from "./frame.queries.ts";
import { ShownMessages } from "./shown-messages.ts";

type FrameRequest = { Params: { id: string }; Querystring: { images?: string } };
type ImageRequest = { Params: { id: string; image: string } };

const page = (body: string) => `<!doctype html><html><head><meta charset="utf-8"><base target="_blank">
<style>body{margin:12px;background:#fff;color:#111;font:14px/20px system-ui,sans-serif;overflow-wrap:anywhere}img{max-width:100%;height:auto}</style>
</head><body>${body}</body></html>`;

/** What a mail's HTML may load: its own inline images, and remote ones only when asked for; it never runs anything. */
function policy(allowRemoteImages: boolean): string {
  const images = allowRemoteImages ? "'self' data: https: http:" : "'self' data:";
  return `sandbox allow-popups allow-popups-to-escape-sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src ${images}; frame-ancestors 'self'`;
}

/** `GET /api/messages/:id/frame`: a mail's HTML, sanitised, for a sandboxed frame; and the inline images in it. */
export function messageFrameRoutes(http: FastifyInstance, services: Services): void {
  const { db } = services;
  const shown = new ShownMessages(services);
  http.addHook("onClose", () => shown.close());

  http.get<FrameRequest>("/api/messages/:id/frame", async (request, reply) => {
    const { tenantId } = requireAccess(request.actor, "tickets:read");
    const { id } = request.params;
    const allowRemoteImages = request.query.images === "remote";
    const safe = isId(id) ? await shown.read(tenantId, id) : null;
    if (safe === null) throw fail("message_not_found");
    const images = await db.withTenant(tenantId, (tx) => selectInlineImages(tx, id));
    const addressOf = (contentId: string) => images.get(contentId) ?? null;
    const html = showImages(safe, { addressOf, isRemoteShown: allowRemoteImages });
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", policy(allowRemoteImages))
      .header("x-frame-options", "SAMEORIGIN")
      .header("referrer-policy", "no-referrer")
      .header("cache-control", "no-store")
      .send(page(html));
  });

  http.get<ImageRequest>("/api/messages/:id/images/:image", async (request, reply) => {
    const { tenantId } = requireAccess(request.actor, "tickets:read");
    const { id, image } = request.params;
    const file =
      isId(id) && isId(image) ? await db.withTenant(tenantId, (tx) => selectInlineImage(tx, id, image)) : undefined;
    if (!file) throw fail("attachment_not_found");
    return reply
      .type(file.content_type)
      .header("content-length", file.file_size)
      .header("content-security-policy", "sandbox; default-src 'none'")
      .header("x-content-type-options", "nosniff")
      .send(readFile(db, tenantId, file.file_id));
  });
}
