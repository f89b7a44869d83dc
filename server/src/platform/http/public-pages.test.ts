import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicPages } from "./web-pages.ts";

const built = `<link rel="canonical" href="https://installation.invalid/" /><p>Write to <a href="mailto:operator@installation.invalid" class="x">operator@installation.invalid</a>, or <a href="mailto:operator@installation.invalid">operator@installation.invalid</a>.</p>`;

let folder = "";
const opened: FastifyInstance[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pages-"));
  await writeFile(join(folder, "index.html"), built);
  await writeFile(join(folder, "icon.svg"), "<svg/>");
});
afterAll(async () => {
  await Promise.all(opened.map((http) => http.close()));
  await rm(folder, { recursive: true });
});

async function serve(publicUrl: string, operatorEmail: string | null = null): Promise<FastifyInstance> {
  const http = Fastify();
  opened.push(http);
  await http.register(fastifyStatic, { root: folder, serve: false });
  publicPages(http, folder, { publicUrl, operatorEmail });
  return http;
}

test("a page shows the installation's address and operator", async () => {
  const http = await serve("https://desk.example.com", "help@desk.example.com");
  const { body, headers } = await http.inject("/");
  expect(body).toBe(
    '<link rel="canonical" href="https://desk.example.com/" /><p>Write to <a href="mailto:help@desk.example.com" class="x">help@desk.example.com</a>, or <a href="mailto:help@desk.example.com">help@desk.example.com</a>.</p>',
  );
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
});

test("without an operator's address the page says so and has no mail link", async () => {
  const { body } = await (await serve("http://localhost:3000")).inject("/");
  expect(body).toContain("Write to whoever runs this installation (they gave no address here), or whoever");
  expect(body).not.toMatch(/mailto|invalid/);
});

test.each([
  ["https://desk.example.com/a?b=1&c=$&d=$1", "https://desk.example.com/a?b=1&amp;c=$&amp;d=$1"],
  ['https://desk.example.com/"><script>', "https://desk.example.com/&quot;&gt;&lt;script&gt;"],
])("escapes HTML in an address: %s", async (publicUrl, shown) => {
  const http = await serve(publicUrl);
  expect((await http.inject("/")).body).toContain(`href="${shown}/"`);
  expect((await http.inject("/sitemap.xml")).body).toContain(`<loc>${shown}/terms.html</loc>`);
});

test("keeps an operator's address with unusual characters intact", async () => {
  const http = await serve("https://desk.example.com", "o'neil&co%?cc=x@desk.example.com");
  expect((await http.inject("/")).body).toContain('href="mailto:o&#39;neil%26co%25%3Fcc=x@desk.example.com" class="x"');
});

test("revalidates a page each time, and sends it only if it changed", async () => {
  const http = await serve("https://desk.example.com");
  const { etag, "cache-control": cacheControl } = (await http.inject("/")).headers;
  expect(cacheControl).toBe("no-cache");
  const revalidated = await http.inject({ url: "/", headers: { "if-none-match": String(etag) } });
  expect([revalidated.statusCode, revalidated.body]).toEqual([304, ""]);
  const other = await serve("https://other.example.com");
  expect((await other.inject({ url: "/", headers: { "if-none-match": String(etag) } })).statusCode).toBe(200);
});

test("keeps robots out of the desk and its API, and names the sitemap", async () => {
  const http = await serve("https://desk.example.com");
  const { body, headers } = await http.inject("/robots.txt");
  expect(body.split("\n")).toEqual([
    ...["User-agent: *", "Disallow: /api", "Disallow: /dashboard", ""],
    ...["Sitemap: https://desk.example.com/sitemap.xml", ""],
  ]);
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
});

test("the sitemap lists only the public pages", async () => {
  const { body, headers } = await (await serve("https://desk.example.com")).inject("/sitemap.xml");
  expect([...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)).toEqual(
    ["/", "/privacy.html", "/terms.html"].map((path) => `https://desk.example.com${path}`),
  );
  expect(headers["content-type"]).toBe("application/xml; charset=utf-8");
});

test("caches an icon for a day; a page that was not built is not found", async () => {
  const http = await serve("https://desk.example.com");
  const icon = await http.inject("/icon.svg");
  expect([icon.statusCode, icon.headers["content-type"], icon.headers["cache-control"]]).toEqual([
    200,
    "image/svg+xml",
    "public, max-age=86400",
  ]);
  expect((await http.inject("/terms.html")).statusCode).toBe(404);
});
