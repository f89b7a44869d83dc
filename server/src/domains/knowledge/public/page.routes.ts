import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isId } from "../../../platform/db/ids.ts";
import { stylePolicy } from "../../../platform/http/styled-page.ts";
import type { Services } from "../../../platform/services.ts";
import { logoSource, storeLook } from "../../outgoing/index.ts";
import { findOpen, sendNotFound } from "./find-open.ts";
import { selectPage } from "./public.queries.ts";
import { type PageContent, renderPage } from "./render-page.ts";

type PageRequest = { Params: { id: string } };

/**
 * `GET /knowledge/:id` is a resource's page: a public one for anybody, a private one for the store's people within
 * their access level; everybody else gets the same "not found" (docs/product.md#the-page-of-a-resource).
 */
export function pageRoutes(http: FastifyInstance, services: Services): void {
  http.get<PageRequest>("/knowledge/:id", async (request, reply) => {
    const found = await findPage(services, request);
    return found ? sendPage(reply, found, request.headers["if-none-match"]) : sendNotFound(reply);
  });
  // Some programs add a slash at the end; redirected whether the page exists or not.
  http.get<PageRequest>("/knowledge/:id/", async ({ params: { id } }, reply) =>
    isId(id) ? reply.redirect(`/knowledge/${id.toLowerCase()}`, 308) : sendNotFound(reply),
  );
}

function findPage(
  services: Services,
  { actor, params: { id } }: FastifyRequest<PageRequest>,
): Promise<PageContent | undefined> {
  const { publicUrl } = services.settings;
  return findOpen(services, { id, actor }, async (tx, openness) => {
    const resource = await selectPage(tx, id, openness);
    return resource && { id: id.toLowerCase(), resource, look: await storeLook(tx, publicUrl), publicUrl };
  });
}

function sendPage(reply: FastifyReply, content: PageContent, knownEtag: string | undefined): FastifyReply {
  const { page, style } = renderPage(content);
  const { resource, look } = content;
  const pictures = `img-src 'self'${logoSource(look)}; media-src 'self'; `;
  // Also with a 304, whose headers replace those stored with the page.
  reply.header("content-security-policy", stylePolicy(style, pictures));
  if (!resource.is_public) {
    // Not for caches or search engines.
    reply.header("cache-control", "private, no-store").header("x-robots-tag", "noindex");
  } else {
    const etag = `W/"${createHash("sha256").update(page).digest("base64url")}"`;
    // Anybody may store it, but asks each time whether it is still open.
    reply.header("cache-control", "public, no-cache").header("etag", etag);
    if (isKnown(knownEtag, etag)) return reply.code(304).send();
  }
  return reply.type("text/html; charset=utf-8").send(page);
}

/** Whether a browser has the current page (RFC 9110, section 13.1.2). */
function isKnown(header: string | undefined, etag: string): boolean {
  return header?.split(",").some((each) => each.trim() === etag || each.trim() === "*") ?? false;
}
