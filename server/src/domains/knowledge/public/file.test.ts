import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { msFromNow } from "../../../testing/from-now.ts";
import { onePixelPng } from "../../../testing/one-pixel-png.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { addResource, pdfBytes } from "../../../testing/test-resource.ts";
import { readFileLink, signFileLink } from "./file.routes.ts";

let app: Desk;
let owner: Person;
let agent: Person;
let stranger: Person;
beforeAll(async () => {
  app = await openDesk();
  [owner, stranger] = [await newOwner(app), await newOwner(app)];
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

/** Follows the permanent link as a browser does. */
async function fetchFile(browser: Pick<Person, "send">, id: string, headers: Record<string, string> = {}) {
  const response = await follow(browser, `/knowledge/${id}/file`, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function follow(browser: Pick<Person, "send">, path: string, options: RequestInit = {}) {
  const first = await browser.send(path, options);
  return first.status === 302 ? browser.send(first.headers.get("location") ?? "", options) : first;
}

test("opens a public file for anybody, and follows the resource when it becomes private or is deleted", async () => {
  const id = await addResource(app, owner, { isPublic: true });
  const statuses = async () => {
    const all = [app.visit(), stranger, agent].map((browser) => fetchFile(browser, id));
    return (await Promise.all(all)).map(({ status }) => status);
  };
  expect(await statuses()).toEqual([200, 200, 200]);
  expect((await fetchFile(app.visit(), id)).bytes.equals(pdfBytes)).toBe(true);
  await app.asOwner("update knowledge_articles set is_public = false where id = $1", [id], owner.tenantId);
  expect(await statuses()).toEqual([404, 404, 200]);
  await app.asOwner("delete from knowledge_articles where id = $1", [id], owner.tenantId);
  expect(await statuses()).toEqual([404, 404, 404]);
});

test("answers outsiders alike for what is private, without a file, unknown or not an id", async () => {
  const hidden = await addResource(app, owner, { isPublic: false });
  const textOnly = await addResource(app, owner, { isPublic: true, file: null });
  const responses = await Promise.all(
    [hidden, textOnly, randomUUID(), "%00", "..%2f..%2fetc", "' or true --"].map((id) => fetchFile(app.visit(), id)),
  );
  expect(new Set(responses.map(({ status, bytes }) => `${status} ${bytes}`)).size).toBe(1);
  expect(responses[0]?.status).toBe(404);
  expect(String(responses[0]?.bytes)).toContain("This document is not available");
});

test("shows what browsers can only show, and downloads the rest, whatever its name", async () => {
  const open = async (filename: string, bytes: Buffer) => {
    const id = await addResource(app, owner, { isPublic: true, file: { filename, bytes } });
    const { headers, status } = await fetchFile(app.visit(), id);
    expect([status, headers.get("x-content-type-options")]).toEqual([200, "nosniff"]);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
    const [disposition] = headers.get("content-disposition")?.split(";") ?? [];
    return [headers.get("content-type"), disposition, headers.get("content-length")];
  };
  const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  const download = (bytes: Buffer) => ["application/octet-stream", "attachment", String(bytes.length)];
  expect(await open("a.png", onePixelPng)).toEqual(["image/png", "inline", String(onePixelPng.length)]);
  expect(await open("a.pdf", pdfBytes)).toEqual(["application/pdf", "inline", String(pdfBytes.length)]);
  expect(await open("a.png", svg)).toEqual(download(svg));
  expect(await open("a.pdf", html)).toEqual(download(html));
  expect(await open("a.html", html)).toEqual(download(html));
  expect(await open("a.txt", Buffer.from("Grüße"))).toEqual(download(Buffer.from("Grüße")));
  expect(await open("a.mp4", Buffer.from([0, 1, 2, 255]))).toEqual(download(Buffer.alloc(4)));
});

test("keeps a name in any script, and lets none break out of its header", async () => {
  const file = { filename: 'Pflege "Glas"\r\nX-Evil: 1 日本/a.pdf', bytes: pdfBytes };
  const id = await addResource(app, owner, { isPublic: true, file });
  const { headers } = await fetchFile(app.visit(), id);
  expect(headers.get("x-evil")).toBeNull();
  const disposition = headers.get("content-disposition") ?? "";
  expect(decodeURIComponent(disposition.replace("inline; filename*=UTF-8''", ""))).toBe(
    "Pflege _Glas_X-Evil_ 1 日本_a.pdf",
  );
});

test("returns a large file byte by byte, whole and in parts", async () => {
  const bytes = Buffer.concat([pdfBytes, randomBytes(700_000)]);
  const id = await addResource(app, owner, { isPublic: true, file: { filename: "large.pdf", bytes } });
  const whole = await fetchFile(app.visit(), id);
  expect([whole.status, whole.headers.get("accept-ranges"), whole.bytes.equals(bytes)]).toEqual([200, "bytes", true]);
  const last = bytes.length - 1;
  const chunk = 256 * 1024;
  for (const [start, end] of [
    [0, 0],
    [chunk - 1, chunk],
    [chunk, 2 * chunk - 1],
    [100, last - 1],
    [last, last],
  ] as const) {
    const part = await fetchFile(app.visit(), id, { range: `bytes=${start}-${end}` });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes ${start}-${end}/${bytes.length}`]);
    expect(part.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
  }
  const beyond = await fetchFile(app.visit(), id, { range: `bytes=${bytes.length}-` });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
});

const linkOf = async (browser: Pick<Person, "send">, id: string) => {
  const response = await browser.send(`/knowledge/${id}/file`);
  expect([response.status, response.headers.get("cache-control")]).toEqual([302, "no-store"]);
  return response.headers.get("location") ?? "";
};
const bare = async (path: string, options: RequestInit = {}) => {
  const response = await app.visit().send(path, options);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test("redirects the permanent link to a signed one, which works without a session and is stored nowhere", async () => {
  const id = await addResource(app, owner, { isPublic: false });
  const link = await linkOf(agent, id);
  expect(link).toMatch(new RegExp(`^/knowledge/${id}/file/[\\w-]{116}$`));
  const opened = await bare(link);
  expect([opened.status, opened.text]).toEqual([200, pdfBytes.toString()]);
  expect(["cache-control", "referrer-policy", "x-robots-tag"].map((name) => opened.headers.get(name))).toEqual([
    ...["no-store", "no-referrer", "noindex"],
  ]);
  const head = await bare(link, { method: "HEAD" });
  expect([head.status, head.text, head.headers.get("content-length")]).toEqual([200, "", String(pdfBytes.length)]);
  const part = await bare(link, { method: "HEAD", headers: { range: "bytes=0-3" } });
  expect([part.status, part.headers.get("content-length")]).toEqual([206, "4"]);
  expect((await app.visit().send(`/knowledge/${id}/file`, { method: "HEAD" })).status).toBe(404);
  expect((await agent.send(`/knowledge/${id}/file`, { method: "HEAD" })).status).toBe(302);
});

test.each([
  ["is made private", true, "update knowledge_articles set is_public = false where id = $1"],
  ["is deleted", true, "delete from knowledge_articles where id = $1"],
  [
    "loses its file",
    true,
    "update knowledge_articles set file_id = null, file_name = null, content_type = null, file_size = null where id = $1",
  ],
  ["is deleted", false, "delete from knowledge_articles where id = $1"],
  ["is restricted", false, "update knowledge_articles set access_level = 'admin-only' where id = $1"],
])("ends a signed link at once when its resource %s (public: %s)", async (_what, isPublic, change) => {
  const id = await addResource(app, owner, { isPublic });
  const link = await linkOf(agent, id);
  expect((await bare(link)).status).toBe(200);
  await app.asOwner(change, [id], owner.tenantId);
  const gone = await bare(link);
  expect([gone.status, gone.text.includes("This document is not available")]).toEqual([404, true]);
});

test("ends a signed link with the replaced file, and with its reader's access", async () => {
  const [id, other] = [await addResource(app, owner, { isPublic: true }), await addResource(app, owner, {})];
  const link = await linkOf(app.visit(), id);
  const replace =
    "update knowledge_articles set file_id = (select file_id from knowledge_articles where id = $2) where id = $1";
  await app.asOwner(replace, [id, other], owner.tenantId);
  expect((await bare(link)).status).toBe(404);
  expect((await bare(await linkOf(app.visit(), id))).status).toBe(200);
  const reader = await addColleague(app, owner, "supervisor");
  const inside = await addResource(app, owner, { isPublic: false, accessLevel: "supervisors-only" });
  const own = await linkOf(reader, inside);
  for (const [change, back] of [
    ["role = 'agent'", "role = 'supervisor'"],
    ["is_active = false", "is_active = true"],
  ]) {
    expect((await bare(own)).status).toBe(200);
    await app.asOwner(`update users set ${change} where id = $1`, [reader.userId], owner.tenantId);
    expect((await bare(own)).status).toBe(404);
    await app.asOwner(`update users set ${back} where id = $1`, [reader.userId], owner.tenantId);
  }
});

test("says that a link was changed or has expired, and leads to the permanent one", async () => {
  const [id, other] = [
    await addResource(app, owner, { isPublic: true }),
    await addResource(app, owner, { isPublic: true }),
  ];
  const linkedFrom = msFromNow({});
  const link = await linkOf(app.visit(), id);
  const secretPart = link.slice(link.lastIndexOf("/") + 1);
  const changed = [...secretPart].map((sign, at) => {
    return secretPart.slice(0, at) + (sign === "A" ? "B" : "A") + secretPart.slice(at + 1);
  });
  for (const text of [...changed, secretPart.slice(1), `${secretPart}A`, "x", `${secretPart.slice(0, -1)}=`, "%00"]) {
    const refused = await bare(`/knowledge/${id}/file/${text}`);
    expect([text, refused.status]).toEqual([text, 403]);
    expect(refused.text).toContain(`<a href="/knowledge/${id}/file">`);
  }
  expect((await bare(`/knowledge/${other}/file/${secretPart}`)).status).toBe(403);
  expect((await bare(`/knowledge/nothing/file/${secretPart}`)).status).toBe(404);
  expect((await bare(`/knowledge/${id.toUpperCase()}/file/${secretPart}`)).status).toBe(200);
  const { secret } = app.services.settings;
  const signed = readFileLink(secret, id, secretPart);
  if (!signed) throw new Error("It was signed here");
  expect(signed.expiresAt.getTime()).toBeLessThanOrEqual(msFromNow({ hours: 1 }));
  expect(signed.expiresAt.getTime()).toBeGreaterThan(linkedFrom + 3_600_000 - 1_000);
  const ended = signFileLink(secret, { ...signed, expiresAt: new Date(msFromNow({ ms: -1 })) });
  const late = await bare(`/knowledge/${id}/file/${ended}`);
  expect([late.status, late.text.includes("This link has expired")]).toEqual([410, true]);
  expect(late.text).toContain(`<a href="/knowledge/${id}/file">`);
  const ofAnother = signFileLink(randomUUID(), signed);
  expect((await bare(`/knowledge/${id}/file/${ofAnother}`)).status).toBe(403);
});
