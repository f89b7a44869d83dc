import { afterAll, beforeAll, expect, test } from "vitest";
import { measurePicture } from "../../../platform/pictures/measure-picture.ts";
import { jsonOf } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { makeTiff, smallHeic } from "../../../testing/small-pictures.ts";
import { attachFile, makeTicket, type TestTicket } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let agent: Person;
let ticket: TestTicket;
beforeAll(async () => {
  app = await openDesk();
  const owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
  ticket = await makeTicket(app, agent);
});
afterAll(() => app.stop());

async function pathOf(filename: string, contentType: string, bytes: Buffer): Promise<string> {
  const { id } = await attachFile(app, agent, ticket, { filename, contentType, bytes });
  return `/api/attachments/${id}/preview`;
}

const binary = (start: string) => Buffer.concat([Buffer.from(start, "latin1"), Buffer.alloc(300_000, 7)]);

test.each([
  ["image/png", binary("\x89PNG\r\n\x1a\n")],
  ["image/jpeg", binary("\xff\xd8\xff\xe0")],
  ["image/gif", binary("GIF89a")],
  ["image/webp", binary("RIFF\x10\x00\x00\x00WEBPVP8 ")],
  ["image/avif", binary("\x00\x00\x00\x1cftypavif")],
  ["application/pdf", binary("%PDF-1.7\n")],
])("%s is shown inline, whatever it was sent as, and can do nothing there", async (type, bytes) => {
  const path = await pathOf("any.html", "text/html", bytes);
  const response = await agent.send(path);
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  const { headers } = response;
  expect(headers.get("content-type")).toBe(type);
  expect(headers.get("content-length")).toBe(String(bytes.length));
  expect(headers.get("content-disposition")).toBe("inline");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
  expect(headers.get("cache-control")).toBe("private, no-cache");
  const policy = headers.get("content-security-policy");
  expect(policy).toMatch(/^default-src 'none';.*frame-ancestors 'self'/);
  expect(policy?.endsWith("; sandbox")).toBe(type !== "application/pdf");
});

test.each([
  ["IMG_1.HEIC", "image/heic", smallHeic, { width: 64, height: 48 }],
  ["Fax.TIF", "image/tiff", makeTiff([Buffer.alloc(32)]), { width: 8, height: 4 }],
])("what few browsers show, such as %s, is shown as a PNG made of it", async (name, kind, bytes, size) => {
  const path = await pathOf(name, kind, bytes);
  const response = await agent.send(path);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  const png = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get("content-length")).toBe(String(png.length));
  expect(measurePicture(png)).toEqual(size);
  const headers = { "if-none-match": response.headers.get("etag") ?? "" };
  expect((await agent.send(path, { headers })).status).toBe(304);
});

test.each([
  ["image/heic", smallHeic.subarray(0, 500)],
  ["image/heic", binary("\x00\x00\x00\x1cftypheic")],
  ["image/svg+xml", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")],
  ["image/png", Buffer.from("<html><script>alert(1)</script>")],
  ["application/pdf", Buffer.from("<!doctype html>%PDF-1.7")],
  ["image/avif", binary("\x00\x00\x00\x1cftypisom")],
  ["image/tiff", binary("II*\x00")],
  ["image/tiff", binary("II+\x00\x08\x00\x00\x00")],
  ["image/x-nikon-nef", makeTiff([Buffer.alloc(32)], { 254: [1] })],
  ["text/plain", Buffer.from("Hello")],
  ["image/png", Buffer.alloc(0)],
])("what calls itself %s and is none of these is only downloaded", async (type, bytes) => {
  const response = await agent.send(await pathOf("a.png", type, bytes));
  expect([response.status, (await jsonOf(response)).code]).toEqual([404, "attachment_without_preview"]);
});

test("a browser that has the bytes is asked whether it may still show them, and gets them no second time", async () => {
  const path = await pathOf("a.png", "image/png", binary("\x89PNG\r\n\x1a\n"));
  const tag = (await agent.send(path)).headers.get("etag") ?? "";
  const again = await agent.send(path, { headers: { "if-none-match": tag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const nobody = await app.visit().send(path, { headers: { "if-none-match": tag } });
  expect(nobody.status).toBe(401);
});
