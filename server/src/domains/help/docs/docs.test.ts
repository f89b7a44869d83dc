import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const read = async (path: string) => {
  const answer = await app.visit().send(path);
  return { status: answer.status, location: answer.headers.get("location"), text: await answer.text(), answer };
};
const linksIn = (text: string) => [...text.matchAll(/<a href="([^"]+)"/g)].map(([, link = ""]) => link);

test("lets anybody read the documentation, in which every link leads to an existing page and heading", async () => {
  const { status, text, answer } = await read("/docs");
  expect(status).toBe(200);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  const pages = new Map<string, string>();
  const waiting = linksIn(text).filter((link) => link.startsWith("/docs/"));
  expect(waiting).toContain("/docs/self-hosting");
  for (const link of waiting) {
    const [path = ""] = link.split("#");
    if (pages.has(path)) continue;
    const page = await read(path);
    expect([path, page.status]).toEqual([path, 200]);
    pages.set(path, page.text);
    waiting.push(...linksIn(page.text).filter((other) => other.startsWith("/docs/")));
  }
  expect(pages.size).toBeGreaterThan(40);
  const lost = [...pages].flatMap(([from, page]) => linksIn(page).filter((link) => !leads(pages, from, link)));
  expect(lost).toEqual([]);
});

function leads(pages: ReadonlyMap<string, string>, from: string, link: string): boolean {
  if (/^(?:https?|mailto):/.test(link) || ["/", "/docs", "/api/docs"].includes(link)) return true;
  const [path, anchor] = link.split("#");
  const page = pages.get(path || from);
  return page !== undefined && (anchor === undefined || page.includes(`id="${anchor}"`));
}

test.each([
  "/docs/nothing",
  "/docs/../house.ts",
  "/docs/%2e%2e/house",
  "/docs/decisions",
  "/docs/product.md",
  "/docs/%00",
])("leads %s to the list of pages, and to no other file", async (path) => {
  const { status, location, text } = await read(path);
  expect(status).toBe(302);
  expect(["/docs", "/"]).toContain(location);
  expect(text).not.toContain("import");
});
