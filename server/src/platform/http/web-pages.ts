import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDashboardAddress } from "@deskhand/contract/pages";
import { Html, html } from "@deskhand/email/html";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../settings.ts";

const pages: Record<string, string> = {
  "/login": "login.html",
  "/confirm": "link.html",
  "/reset-password": "link.html",
  "/invitation": "link.html",
  "/change-email": "link.html",
  "/dashboard": "app.html",
  "/dashboard/*": "app.html",
};

/** Headers that matter for pages but not for scripts, where they are half of a small response. */
const withoutPageHeaders = {
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

/** Serves the website's pages and assets from the web build in `folder` (docs/product.md#addresses). */
export async function webPages(http: FastifyInstance, folder: string, installation: Installation): Promise<void> {
  await http.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  publicPages(http, folder, installation);
  for (const [path, file] of Object.entries(pages)) {
    http.get(path, (request, reply) => {
      const elsewhere = redirectOf(path, request);
      return elsewhere ? reply.header("cache-control", "no-store").redirect(elsewhere) : sendPage(reply, file);
    });
  }
  // Redirects the address of a customer's tickets (docs/product.md#addresses).
  http.get<{ Querystring: { customer?: string } }>("/tickets", ({ query }, reply) => {
    const customer = typeof query.customer === "string" ? `?customer=${encodeURIComponent(query.customer)}` : "";
    return reply.redirect(`/dashboard/tickets${customer}`);
  });
  http.get<{ Params: { "*": string } }>("/assets/*", { helmet: withoutPageHeaders }, (request, reply) =>
    reply.sendFile(`assets/${request.params["*"]}`, { maxAge: "365d", immutable: true }),
  );
}

/** Pages name their assets by content, so pages are revalidated and assets never are. */
function sendPage(reply: FastifyReply, file: string): FastifyReply {
  return reply.header("cache-control", "no-cache").sendFile(file, { cacheControl: false });
}

const home = "/dashboard";

/** Returns where to redirect visitors who may not or need not see a page: to sign-in and back. */
function redirectOf(path: string, { actor, url }: FastifyRequest): string | undefined {
  if (path === "/login" && actor) {
    const next = new URL(url, "http://any").searchParams.get("next");
    return next && isDashboardAddress(next) ? next : home;
  }
  if (path.startsWith(home) && !actor) return url === home ? "/login" : `/login?next=${encodeURIComponent(url)}`;
  return undefined;
}

/** The installation's facts on its public pages. */
type Installation = Pick<Settings, "publicUrl" | "operatorEmail">;

/** Placeholders in the web build for the installation's facts (web/index.html, web/src/landing/site-frame.tsx). */
const addressPlaceholder = /https:\/\/installation\.invalid/g;
const operatorPlaceholder = /<a href="mailto:operator@installation\.invalid"([^>]*)>[^<]*<\/a>/g;

const publicPageFiles: Record<string, string> = {
  "/": "index.html",
  "/privacy.html": "privacy.html",
  "/terms.html": "terms.html",
};

/** Root files that browsers, phones and other websites request by name; the icons rarely change. */
const files = [
  "favicon.ico",
  "icon.svg",
  "apple-touch-icon.png",
  "icon-192.png",
  "icon-512.png",
  "manifest.webmanifest",
  "social.png",
];

/**
 * Serves the public pages, with the installation's address and operator filled in, and the files for search engines
 * (docs/product.md#the-landing-page).
 */
export function publicPages(http: FastifyInstance, folder: string, installation: Installation): void {
  for (const [path, file] of Object.entries(publicPageFiles)) {
    let cached: Page | undefined;
    http.get(path, async (request, reply) => {
      cached ??= await readPage(join(folder, file), installation);
      return cached ? sendCached(request, reply, cached) : reply.callNotFound();
    });
  }
  for (const file of files) {
    http.get(`/${file}`, (_request, reply) => reply.sendFile(file, { maxAge: "1d" }));
  }
  // A new recording keeps its name, so it is revalidated daily.
  http.get<{ Params: { name: string } }>("/videos/:name", (request, reply) =>
    reply.sendFile(`videos/${request.params.name}`, { maxAge: "1d" }),
  );
  const { publicUrl } = installation;
  http.get("/robots.txt", (_request, reply) =>
    reply.type("text/plain; charset=utf-8").header("cache-control", "public, max-age=86400").send(robots(publicUrl)),
  );
  http.get("/sitemap.xml", (_request, reply) =>
    reply
      .type("application/xml; charset=utf-8")
      .header("cache-control", "public, max-age=86400")
      .send(siteMap(publicUrl)),
  );
}

type Page = { text: string; etag: string };

/** Reads a page and fills in the placeholders; undefined if the website has not been built. */
async function readPage(path: string, { publicUrl, operatorEmail }: Installation): Promise<Page | undefined> {
  const built = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined; // Tests and starts without a build have no website.
    throw error;
  });
  if (built === undefined) return undefined;
  const text = built
    .replace(addressPlaceholder, () => html`${publicUrl}`.text)
    .replace(operatorPlaceholder, (_link, attributes: string) => {
      if (operatorEmail === null) return "whoever runs this installation (they gave no address here)";
      const link = html`<a href="mailto:${mailtoOf(operatorEmail)}"${new Html(attributes)}>${operatorEmail}</a>`;
      return link.text;
    });
  return { text, etag: `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
}

/** Sends a page, or 304 if the browser has it already. */
function sendCached({ headers }: FastifyRequest, reply: FastifyReply, { text, etag }: Page): FastifyReply {
  reply.header("cache-control", "no-cache").header("etag", etag);
  if (headers["if-none-match"] === etag) return reply.code(304).send();
  return reply.type("text/html; charset=utf-8").send(text);
}

/** Excludes the desk and its API from indexing. Public articles are found through the stores' links. */
function robots(publicUrl: string): string {
  return `User-agent: *\nDisallow: /api\nDisallow: /dashboard\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

function siteMap(publicUrl: string): string {
  const entries = Object.keys(publicPageFiles).map((path) => html`<url><loc>${publicUrl + path}</loc></url>`);
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  return head + html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`.text;
}

/** Escapes an address for a mailto link (RFC 6068, section 2): "?" would begin its headers. */
function mailtoOf(email: string): string {
  return encodeURI(email).replace(/[?#&]/g, encodeURIComponent);
}
