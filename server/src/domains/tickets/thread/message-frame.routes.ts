import { remoteImageUrl } from "@deskhand/contract/pages";
import type { FastifyInstance } from "fastify";
import { SeparateWorker, WorkerFault } from "../../../platform/bounded-work/separate-worker.ts";
import { isId } from "../../../platform/db/ids.ts";
import type { TenantId } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { requireAccess } from "../../../platform/http/api.ts";
import { remoteImages, showImages } from "../../../platform/mail-html/show-images.ts";
import { RemotePictures } from "../../../platform/outside/remote-pictures.ts";
import type { Services } from "../../../platform/services.ts";
import { readFile } from "../../../platform/storage/files.ts";
import { logoPathIn } from "../../outgoing/index.ts";
import { keepSafeHtml, selectInlineImage, selectInlineImages, selectMessageHtml } from "./thread.queries.ts";

type FrameRequest = { Params: { id: string }; Querystring: { images?: string } };
type ImageRequest = { Params: { id: string; image: string } };
type RemoteImageRequest = { Params: { id: string; at: string } };

const page = (body: string) => `<!doctype html><html><head><meta charset="utf-8"><base target="_blank">
<style>body{margin:12px;background:#fff;color:#111;font:14px/20px system-ui,sans-serif;overflow-wrap:anywhere}img{max-width:100%;height:auto}</style>
</head><body>${body}</body></html>`;

/** A mail's HTML may load pictures only from this server, which also fetches remote ones, and may never run scripts. */
const framePolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'";
const picturePolicy = "sandbox; default-src 'none'";

/**
 * `GET /api/messages/:id/frame`: a mail's sanitised HTML for a sandboxed frame, and the images in it. Remote images are fetched by the
 * server, so that their hosts learn nothing about the reader.
 */
export function messageFrameRoutes(http: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  const messages = new SanitisedMessages(services);
  const pictures = new RemotePictures(settings.outside);
  http.addHook("onClose", () => messages.close());

  http.get<FrameRequest>("/api/messages/:id/frame", async (request, reply) => {
    const { tenantId } = requireAccess(request.actor, "tickets:read");
    const { id } = request.params;
    const safe = isId(id) ? await messages.read(tenantId, id) : null;
    if (safe === null) throw fail("message_not_found");
    const images = await db.withTenant(tenantId, (tx) => selectInlineImages(tx, id));
    const addressOf = (contentId: string) => images.get(contentId) ?? null;
    // A quoted mail of ours shows the store's logo, which this server has itself.
    const remote = (address: string, at: number) => logoPathIn(address, settings.publicUrl) ?? remoteImageUrl(id, at);
    const html = showImages(safe, { addressOf, remote: request.query.images === "remote" ? remote : null });
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", framePolicy)
      .header("x-frame-options", "SAMEORIGIN")
      .header("referrer-policy", "no-referrer")
      .header("cache-control", "no-store")
      .send(page(html));
  });

  http.get<ImageRequest>("/api/messages/:id/images/:image", { config: { work: "files" } }, async (request, reply) => {
    const { tenantId } = requireAccess(request.actor, "tickets:read");
    const { id, image } = request.params;
    const file =
      isId(id) && isId(image) ? await db.withTenant(tenantId, (tx) => selectInlineImage(tx, id, image)) : undefined;
    if (!file) throw fail("attachment_not_found");
    return reply
      .type(file.content_type)
      .header("content-length", file.file_size)
      .header("content-security-policy", picturePolicy)
      .header("x-content-type-options", "nosniff")
      .send(readFile(db, tenantId, file.file_id));
  });

  http.get<RemoteImageRequest>(
    "/api/messages/:id/remote-images/:at",
    { config: { work: "files" } },
    async (request, reply) => {
      const { tenantId } = requireAccess(request.actor, "tickets:read");
      const { id, at } = request.params;
      const safe = isId(id) ? await messages.read(tenantId, id) : null;
      if (safe === null) throw fail("message_not_found");
      const address = /^\d{1,3}$/.test(at) ? remoteImages(safe)[Number(at)] : undefined;
      if (address === undefined) throw fail("remote_image_not_found");
      const picture = await pictures.fetch(tenantId, address, () => !request.socket.destroyed);
      if (picture === null) throw fail("remote_image_unavailable");
      return (
        reply
          .type(picture.type)
          .header("content-length", picture.bytes.length)
          .header("content-disposition", "inline")
          .header("content-security-policy", picturePolicy)
          .header("x-content-type-options", "nosniff")
          // Caching keeps the picture's host from learning how often it is viewed.
          .header("cache-control", "private, max-age=3600")
          .send(picture.bytes)
      );
    },
  );
}

const maxWaiting = 32;

/**
 * Reads the sanitised HTML of messages. New mail is sanitised as it comes in; older mail in a separate thread when it is first opened,
 * and the result is saved.
 */
class SanitisedMessages {
  readonly #services: Pick<Services, "db" | "log">;
  readonly #thread: SeparateWorker<string, string>;
  readonly #underWay = new Map<string, Promise<string>>();

  constructor(services: Pick<Services, "db" | "log">) {
    this.#services = services;
    this.#thread = new SeparateWorker({
      file: new URL("../../../platform/mail-html/safe-html.ts", import.meta.url),
      name: "safeHtml",
      runtime: "worker_threads",
      limitMs: 10_000,
      idleMs: 60_000,
      mostWaiting: maxWaiting,
      memoryMb: 192,
      warmUp: { input: "", limitMs: 20_000 },
    });
  }

  /** A message's sanitised HTML; null where it has none. */
  async read(tenant: TenantId, id: string): Promise<string | null> {
    const found = await this.#services.db.withTenant(tenant, (tx) => selectMessageHtml(tx, id));
    if (!found) return null;
    if (found.raw === null) return found.safe;
    const underWay = this.#underWay.get(id) ?? this.#sanitise(tenant, id, found.raw);
    this.#underWay.set(id, underWay);
    return underWay.finally(() => this.#underWay.delete(id));
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #sanitise(tenant: TenantId, id: string, raw: string): Promise<string> {
    const safe = await this.#inThread(id, raw);
    await this.#services.db.withTenant(tenant, (tx) => keepSafeHtml(tx, id, safe));
    return safe;
  }

  async #inThread(id: string, raw: string): Promise<string> {
    try {
      return await this.#thread.run(raw);
    } catch (error) {
      if (!(error instanceof WorkerFault)) throw error;
      if (error.kind === "busy") throw fail("service_unavailable");
      // The empty result is saved, so that no reader waits again; the thread still shows the mail's text.
      this.#services.log.warn({ err: error, messageId: id }, "A mail's HTML could not be sanitised");
      return "";
    }
  }
}
