import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onePixelPng } from "../../testing/one-pixel-png.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { addColleague, type Person, signUp } from "../../testing/test-people.ts";
import { addResource, pdfBytes } from "../../testing/test-resource.ts";

let app: Desk;
let owner: Person;
let agent: Person;
let stranger: Person;
beforeAll(async () => {
  app = await openDesk();
  [owner, stranger] = [await signUp(app), await signUp(app)];
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

async function fetchFile(browser: Pick<Person, "send">, id: string, headers: Record<string, string> = {}) {
  const response = await browser.send(`/knowledge/${id}/file`, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

test("anybody may open a public one's file, and the same link follows it when it becomes private and is deleted", async () => {
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

test("what is private, without a file, unknown or no id at all is the same nothing to outsiders", async () => {
  const hidden = await addResource(app, owner, { isPublic: false });
  const textOnly = await addResource(app, owner, { isPublic: true, file: null });
  const responses = await Promise.all(
    [hidden, textOnly, randomUUID(), "%00", "..%2f..%2fetc", "' or true --"].map((id) => fetchFile(app.visit(), id)),
  );
  expect(new Set(responses.map(({ status, bytes }) => `${status} ${bytes}`)).size).toBe(1);
  expect(responses[0]?.status).toBe(404);
  expect(String(responses[0]?.bytes)).toContain("This document is not available");
});

test("what browsers can only show is shown, everything else is downloaded, whatever its name says", async () => {
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

test("a name in any writing is kept, and none of it gets out of its header", async () => {
  const file = { filename: 'Pflege "Glas"\r\nX-Evil: 1 日本/../a.pdf', bytes: pdfBytes };
  const id = await addResource(app, owner, { isPublic: true, file });
  const { headers } = await fetchFile(app.visit(), id);
  expect(headers.get("x-evil")).toBeNull();
  const disposition = headers.get("content-disposition") ?? "";
  expect(decodeURIComponent(disposition.replace("inline; filename*=UTF-8''", ""))).toBe(
    'Pflege "Glas"__X-Evil: 1 日本_.._a.pdf',
  );
});

test("a large file comes back byte by byte, whole and in parts", async () => {
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
