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

/** What is said of pages and means nothing of their scripts: half of what a small one takes. */
const forPagesAlone = {
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

/** The website's pages and assets, as the web app's build left them in `folder` (docs/product.md#addresses). */
export async function webPages(http: FastifyInstance, folder: string, installation: Installation): Promise<void> {
  await http.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  publicPages(http, folder, installation);
  for (const [path, file] of Object.entries(pages)) {
    http.get(path, (request, reply) => {
      const elsewhere = redirectOf(path, request);
      return elsewhere ? reply.header("cache-control", "no-store").redirect(elsewhere) : sendPage(reply, file);
    });
  }
  // The address of a customer's tickets (docs/product.md#addresses).
  http.get<{ Querystring: { customer?: string } }>("/tickets", ({ query }, reply) => {
    const customer = typeof query.customer === "string" ? `?customer=${encodeURIComponent(query.customer)}` : "";
    return reply.redirect(`/dashboard/tickets${customer}`);
  });
  http.get<{ Params: { "*": string } }>("/assets/*", { helmet: forPagesAlone }, (request, reply) =>
    reply.sendFile(`assets/${request.params["*"]}`, { maxAge: "365d", immutable: true }),
  );
}

/** Pages name their assets by content, so they are asked for anew and the assets never. */
function sendPage(reply: FastifyReply, file: string): FastifyReply {
  return reply.header("cache-control", "no-cache").sendFile(file, { cacheControl: false });
}

const home = "/dashboard";

/** Where a page sends who may not or need not see it: to the sign-in and, from there, back to where one was. */
function redirectOf(path: string, { actor, url }: FastifyRequest): string | undefined {
  if (path === "/login" && actor) {
    const next = new URL(url, "http://any").searchParams.get("next");
    return next && isDashboardAddress(next) ? next : home;
  }
  if (path.startsWith(home) && !actor) return url === home ? "/login" : `/login?next=${encodeURIComponent(url)}`;
  return undefined;
}

/** What the public pages say of the installation that serves them. */
type Installation = Pick<Settings, "publicUrl" | "operatorEmail">;

/** What the website's build leaves for an installation's own facts (web/index.html, web/src/landing/site-frame.tsx). */
const addressPlaceholder = /https:\/\/installation\.invalid/g;
const operatorPlaceholder = /<a href="mailto:operator@installation\.invalid"([^>]*)>[^<]*<\/a>/g;

const publicPageFiles: Record<string, string> = {
  "/": "index.html",
  "/privacy.html": "privacy.html",
  "/terms.html": "terms.html",
};

/** Files at the root that browsers, phones and other websites ask for by name; the icons rarely change. */
const files = [
  "favicon.ico",
  "icon.svg",
  "apple-touch-icon.png",
  "icon-192.png",
  "icon-512.png",
  "manifest.webmanifest",
  "social.png",
];

/** The pages for everybody, with the installation's address and operator in them, and what search engines ask for (docs/product.md#the-landing-page). */
export function publicPages(http: FastifyInstance, folder: string, installation: Installation): void {
  for (const [path, file] of Object.entries(publicPageFiles)) {
    let kept: Page | undefined;
    http.get(path, async (request, reply) => {
      kept ??= await readPage(join(folder, file), installation);
      return kept ? sendKept(request, reply, kept) : reply.callNotFound();
    });
  }
  for (const file of files) {
    http.get(`/${file}`, (_request, reply) => reply.sendFile(file, { maxAge: "1d" }));
  }
  // A recording that was filmed anew keeps its name, so it is asked for each day, and sent only when it is another.
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

/** Undefined while the website has not been built. */
async function readPage(path: string, { publicUrl, operatorEmail }: Installation): Promise<Page | undefined> {
  const built = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined; // Tests and a start without a build have no website.
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

/** A page names its assets by content, so it is asked for anew each time, and is sent only when it is another. */
function sendKept({ headers }: FastifyRequest, reply: FastifyReply, { text, etag }: Page): FastifyReply {
  reply.header("cache-control", "no-cache").header("etag", etag);
  if (headers["if-none-match"] === etag) return reply.code(304).send();
  return reply.type("text/html; charset=utf-8").send(text);
}

/** The desk and its interface are for nobody's index. Public articles are found where a store links to them. */
function robots(publicUrl: string): string {
  return `User-agent: *\nDisallow: /api\nDisallow: /dashboard\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

function siteMap(publicUrl: string): string {
  const entries = Object.keys(publicPageFiles).map((path) => html`<url><loc>${publicUrl + path}</loc></url>`);
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  return head + html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`.text;
}

/** An address in a mailto link (RFC 6068, section 2): "?" would begin its headers. */
function mailtoOf(email: string): string {
  return encodeURI(email).replace(/[?#&]/g, encodeURIComponent);
}
