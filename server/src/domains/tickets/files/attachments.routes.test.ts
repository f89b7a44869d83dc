import { limits } from "@deskhand/contract/limits";
import { filesZipUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { measurePicture } from "../../../platform/pictures/measure-picture.ts";
import { jsonOf } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { makeTiff, smallHeic } from "../../../testing/small-pictures.ts";
import { readZip } from "../../../testing/store/read-zip.ts";
import { attachFile, customerReplies, makeTicket, type TestTicket } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { chooseForZip, type FileToZip } from "./files.routes.ts";

let app: Desk;
let owner: Person;
let agent: Person;
let previewed: TestTicket;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
  previewed = await makeTicket(app, agent);
});
afterAll(() => app.stop());

async function zipAt(path: string) {
  const response = await agent.send(path);
  expect(response.status).toBe(200);
  const files = await readZip(Buffer.from(await response.arrayBuffer()));
  return { response, files, names: [...files.keys()] };
}

test("all files of a message or ticket are in one archive under unique names, and harmful ones are only listed", async () => {
  const ticket = await makeTicket(app, owner);
  const large = Buffer.alloc(300_000, "x");
  await attachFile(app, owner, ticket, { filename: "photo.jpg", bytes: large });
  await attachFile(app, owner, ticket, { filename: "Photo.jpg", bytes: Buffer.from("other") });
  const { id: infected } = await attachFile(app, owner, ticket, { filename: "bad.doc", bytes: Buffer.from("bad") });
  await app.asOwner(
    "update ticket_attachments set scan = 'infected', virus = 'Eicar' where id = $1",
    [infected],
    owner.tenantId,
  );
  const { id: laterId } = await customerReplies(app, owner, ticket.id, "And another one.");
  await attachFile(
    app,
    owner,
    { ...ticket, firstMessageId: laterId },
    { filename: "c.pdf", bytes: Buffer.from("pdf") },
  );

  const zip = await zipAt(filesZipUrl("message", ticket.firstMessageId));
  expect(zip.names).toEqual(["photo.jpg", "Photo (2).jpg", "Left out.txt"]);
  expect(zip.files.get("photo.jpg")?.equals(large)).toBe(true);
  expect(String(zip.files.get("Left out.txt"))).toContain("bad.doc: holds a virus (Eicar)");
  const { headers } = zip.response;
  expect(headers.get("content-type")).toBe("application/zip");
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''Ticket%20\d{4}%20files\.zip$/);
  expect(headers.get("cache-control")).toMatch(/no-store|private/);

  expect((await zipAt(filesZipUrl("ticket", ticket.id))).names).toEqual([
    "photo.jpg",
    "Photo (2).jpg",
    "c.pdf",
    "Left out.txt",
  ]);
});

test("without files, in another store or for an unknown ticket there is no archive", async () => {
  const bare = await makeTicket(app, owner);
  const theirs = await makeTicket(app, owner);
  await attachFile(app, owner, theirs, { filename: "a.pdf", bytes: Buffer.from("a") });
  const stranger = await newOwner(app);
  for (const [person, path] of [
    [agent, filesZipUrl("ticket", bare.id)],
    [agent, filesZipUrl("message", "not-an-id")],
    [stranger, filesZipUrl("ticket", theirs.id)],
    [stranger, filesZipUrl("message", theirs.firstMessageId)],
  ] as const) {
    expect((await person.send(path)).status, path).toBe(404);
  }
});

test("files that need a confirmation and files beyond the limit are left out", () => {
  const file: FileToZip = {
    fileId: "1",
    filename: "a.txt",
    size: 1,
    createdAt: "2026-03-02T10:00:00.000Z",
    isProgram: false,
    scan: null,
    virus: null,
  };
  const { files, leftOut } = chooseForZip([
    { ...file, filename: "run.exe", isProgram: true },
    { ...file, filename: "new.doc", scan: "waiting" },
    { ...file, filename: "huge.iso", size: limits.zipBytes + 1 },
    file,
    { ...file, filename: "Left out.txt" },
    { ...file, filename: "../../../tmp/b.txt" },
  ]);
  expect(files.map(({ name }) => name)).toEqual(["a.txt", "Left out (2).txt", "b.txt"]);
  expect(leftOut.split("\r\n").slice(2, -1)).toEqual([
    "run.exe: is a program, or holds one",
    "new.doc: not scanned for viruses yet",
    "huge.iso: too much for one download",
  ]);
  const many = Array.from({ length: limits.filesInZip + 1 }, () => file);
  expect(chooseForZip(many).files).toHaveLength(limits.filesInZip);
  expect(chooseForZip([file]).leftOut).toBe("");
});

async function previewPathOf(filename: string, contentType: string, bytes: Buffer): Promise<string> {
  const { id } = await attachFile(app, agent, previewed, { filename, contentType, bytes });
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
])("%s is shown inline whatever its declared type, and can run nothing there", async (type, bytes) => {
  const path = await previewPathOf("any.html", "text/html", bytes);
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
])("a type that few browsers show, such as %s, is shown as a PNG", async (name, kind, bytes, size) => {
  const path = await previewPathOf(name, kind, bytes);
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
])("a file declared as %s has no preview if its bytes are of no type that may be shown", async (type, bytes) => {
  const response = await agent.send(await previewPathOf("a.png", type, bytes));
  expect([response.status, (await jsonOf(response)).code]).toEqual([404, "attachment_without_preview"]);
});

test("a cached preview is checked for permission again, and its bytes are not sent twice", async () => {
  const path = await previewPathOf("a.png", "image/png", binary("\x89PNG\r\n\x1a\n"));
  const tag = (await agent.send(path)).headers.get("etag") ?? "";
  const again = await agent.send(path, { headers: { "if-none-match": tag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const nobody = await app.visit().send(path, { headers: { "if-none-match": tag } });
  expect(nobody.status).toBe(401);
});
