import { isDashboardAddress } from "@deskhand/contract/pages";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Installation, publicPages } from "./public-pages.ts";

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
