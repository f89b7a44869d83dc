import { existsSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

const pages: Record<string, string> = {
  "/": "index.html",
  "/login": "login.html",
  "/dashboard": "app.html",
  "/dashboard/*": "app.html",
  "/privacy.html": "privacy.html",
  "/terms.html": "terms.html",
};

/** The website's pages and assets, as the web app's build left them in `folder` (spec part 1, section 2.1). */
export async function webPages(http: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await http.register(fastifyStatic, { root: folder, serve: false });
  for (const [path, file] of Object.entries(pages)) {
    // Pages name their assets by content, so they are asked for anew and the assets never.
    http.get(path, (_request, reply) =>
      reply.header("cache-control", "no-cache").sendFile(file, { cacheControl: false }),
    );
  }
  http.get<{ Params: { "*": string } }>("/assets/*", (request, reply) =>
    reply.sendFile(`assets/${request.params["*"]}`, { maxAge: "365d", immutable: true }),
  );
}
