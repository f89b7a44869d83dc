import { limits } from "@deskhand/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onePixelPng } from "../../testing/one-pixel-png.ts";
import { jsonOf } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const gif = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");

function upload(person: Person, body: Buffer, type = "image/png"): Promise<Response> {
  return person.send("/api/account/avatar", {
    method: "POST",
    body: new Uint8Array(body),
    headers: { "content-type": type },
  });
}

async function urlOf(person: Person): Promise<string> {
  return (await person.api.account.me()).user.avatar ?? "";
}

const filesOf = async ({ tenantId }: Person) => (await app.asOwner("select from files", [], tenantId)).length;

test("shows a picture to colleagues at an address that changes with it, and deletes the old one", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  expect(await urlOf(agent)).toBe("");
  expect(await jsonOf(await upload(agent, onePixelPng))).toMatchObject({
    id: agent.userId,
    avatar: await urlOf(agent),
  });
  const first = await urlOf(agent);
  const seen = await owner.send(first);
  expect(Buffer.from(await seen.arrayBuffer()).equals(onePixelPng)).toBe(true);
  expect(Object.fromEntries(seen.headers)).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=31536000, immutable",
    "content-security-policy":
      "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  });

  await upload(agent, gif);
  const second = await urlOf(agent);
  expect(second).not.toBe(first);
  expect((await owner.send(second)).headers.get("content-type")).toBe("image/gif");
  // The old address shows the new picture, uncached.
  expect((await owner.send(first)).headers.get("cache-control")).toBe("private, no-cache");
  expect(await filesOf(owner)).toBe(1);

  const removed = await agent.send("/api/account/avatar", { method: "DELETE" });
  expect(await jsonOf(removed)).toMatchObject({ avatar: null });
  expect((await jsonOf(await owner.send(second))).code).toBe("avatar_not_found");
  expect((await agent.send("/api/account/avatar", { method: "DELETE" })).status).toBe(200);
  expect(await filesOf(owner)).toBe(0);
});

test("does not send again what the browser has", async () => {
  const owner = await newOwner(app);
  await upload(owner, onePixelPng);
  const path = `/api/avatars/${owner.userId}`;
  const etag = (await owner.send(path)).headers.get("etag") ?? "";
  expect((await owner.send(path, { headers: { "if-none-match": etag } })).status).toBe(304);
});

test.each([
  ["HTML", "<!doctype html><script>alert(1)</script>"],
  ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ["a PDF", "%PDF-1.7\n"],
  ["JSON", "{}"],
  ["nothing", ""],
  ["the first bytes of a picture", "\x89PN"],
])("refuses %s as a picture, whatever its declared type", async (_, text) => {
  const owner = await newOwner(app);
  for (const type of ["image/png", "text/html", "application/json", "multipart/form-data"]) {
    const response = await upload(owner, Buffer.from(text, "latin1"), type);
    expect([response.status, (await jsonOf(response)).code]).toEqual([422, "avatar_not_picture"]);
  }
  expect(await urlOf(owner)).toBe("");
});

test("refuses a picture of more than 2 MB before reading it, and takes one of 2 MB", async () => {
  const owner = await newOwner(app);
  const sized = (size: number) => Buffer.concat([onePixelPng, Buffer.alloc(size - onePixelPng.length)]);
  const response = await upload(owner, sized(limits.avatarSizeBytes + 1));
  expect([response.status, (await jsonOf(response)).code]).toEqual([413, "avatar_too_large"]);
  expect((await upload(owner, sized(limits.avatarSizeBytes))).status).toBe(200);
});

test("keeps one of two pictures sent at once", async () => {
  const owner = await newOwner(app);
  const responses = await Promise.all([upload(owner, onePixelPng), upload(owner, gif), upload(owner, onePixelPng)]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await filesOf(owner)).toBe(1);
});

test("hides pictures from other stores, and lets no other website's page set one", async () => {
  const [owner, stranger] = [await newOwner(app), await newOwner(app)];
  await upload(owner, onePixelPng);
  for (const path of [await urlOf(owner), `/api/avatars/${owner.userId}`, "/api/avatars/none"]) {
    const response = await stranger.send(path);
    expect([response.status, (await jsonOf(response)).code]).toEqual([404, "avatar_not_found"]);
  }
  const headers = { origin: "https://evil.example" };
  for (const method of ["POST", "DELETE"]) {
    const response = await owner.send("/api/account/avatar", {
      method,
      headers,
      ...(method === "POST" && { body: "x" }),
    });
    expect((await jsonOf(response)).code).toBe("origin_not_allowed");
  }
  const stored = await owner.send(await urlOf(owner));
  expect(Buffer.from(await stored.arrayBuffer()).equals(onePixelPng)).toBe(true);
});
