import { randomUUID } from "node:crypto";
import { resourceUploadUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onePixelPng } from "../../testing/one-pixel-png.ts";
import { jsonOf } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { pdfBytes, uploadForResource } from "../../testing/test-resource.ts";
import { deleteUnusedUploads } from "./knowledge.domain.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const send = (filename: string, bytes: Buffer, key: string = randomUUID()) =>
  owner.send(resourceUploadUrl({ filename, key }), { method: "POST", body: new Uint8Array(bytes) });
const countFiles = async () => (await app.asOwner("select id from files", [], owner.tenantId)).length;
const text = (words: string) => Buffer.from(words);

/** A ZIP of uncompressed files (APPNOTE.TXT, section 4.3), without checksums, which nothing here checks. */
function zipOf(files: Record<string, string>): Buffer {
  const parts = Object.entries(files).map(([name, content]) => {
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt32LE(content.length, 22);
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, text(name), text(content)]);
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  return Buffer.concat([...parts, end]);
}
const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const docx = zipOf({
  "[Content_Types].xml": `<Types><Override PartName="/word/document.xml" ContentType="${word}"/></Types>`,
  "word/document.xml": "<w:document/>",
});
const oldContainer = (stream: string) =>
  Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(1_000), Buffer.from(stream, "utf16le")]);
const gif = text("GIF89a\x01\0\x01\0\0\0\0;");
const mp4 = Buffer.concat([Buffer.from("00000018", "hex"), text("ftypisom\0\0\x02\0isommp42"), Buffer.alloc(64)]);
const mp3 = Buffer.concat([text("ID3\x03\0\0\0\0\0\0"), Buffer.from("fffb9064", "hex"), Buffer.alloc(500)]);
const jpeg = Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex");

test.each([
  ["Care.PDF", pdfBytes, "application/pdf", "pdf"],
  ["a.docx", docx, "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "document"],
  ["a.doc", oldContainer("WordDocument"), "application/msword", "document"],
  ["a.txt", text("Grüße\r\n\tund mehr"), "text/plain", "text"],
  ["a.txt", Buffer.from("\ufeffGrüße", "utf16le"), "text/plain", "text"],
  ["a.txt", Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]), "text/plain", "text"],
  ["a.png", onePixelPng, "image/png", "image"],
  ["a.jpg", jpeg, "image/jpeg", "image"],
  ["a.jpeg", jpeg, "image/jpeg", "image"],
  ["a.gif", gif, "image/gif", "image"],
  ["a.mp4", mp4, "video/mp4", "video"],
  ["a.mp3", mp3, "audio/mpeg", "audio"],
])("accepts %s by its content", async (filename, bytes, contentType, fileType) => {
  const upload = await uploadForResource(owner, { filename, bytes });
  expect(upload).toMatchObject({ fileName: filename, fileSize: bytes.length, contentType, fileType });
});

const exe = Buffer.concat([text("MZ"), Buffer.alloc(200), text("PE\0\0")]);
const svg = text("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
test.each<[string, Buffer, string | null]>([
  ["a.png", exe, "exe"],
  ["a.txt", exe, "exe"],
  ["a.exe", exe, "exe"],
  ["a.pdf", text("<html>"), null],
  ["a.png", pdfBytes, "pdf"],
  ["a.pdf", onePixelPng, "png"],
  ["a.docx", zipOf({ "a.txt": "a" }), "zip"],
  ["a.zip", zipOf({ "a.txt": "a" }), "zip"],
  ["a.doc", oldContainer("__properties_version1.0"), "cfb"],
  ["a.doc", text("Not of Word"), null],
  ["a.docm", docx, "docx"],
  ["a.svg", svg, null],
  ["a.png", svg, null],
  ["a.html", text("<script>alert(1)</script>"), null],
  ["a.txt", text("#!/bin/sh\nrm -rf /"), null],
  ["a.txt", Buffer.concat([text("words ".repeat(50_000)), Buffer.from([0]), text("more")]), null],
  ["a.mp4", text("no film"), null],
  ["a.mp3", text("no sound"), null],
  ["a.gif", text("GIF"), null],
  ["noending", pdfBytes, "pdf"],
  ["pdf", pdfBytes, "pdf"],
  ["a.pdf.exe", pdfBytes, "pdf"],
  ["a.pdf\u202egnp.exe", onePixelPng, "png"],
])("refuses %s that is no such file, and says what it is", async (filename, bytes, actual) => {
  const before = await countFiles();
  const answer = await send(filename, bytes);
  expect(answer.status).toBe(422);
  const { code, data } = await jsonOf(answer);
  expect(code).toBe("resource_file_type");
  if (actual !== null) expect(data).toMatchObject({ actual });
  expect(await countFiles()).toBe(before);
});

test("reads no more than necessary of an archive that would unpack to gigabytes", async () => {
  const bomb = Buffer.concat([zipOf({ "[Content_Types].xml": "x".repeat(3_000_000) }), Buffer.alloc(5_000_000)]);
  expect((await send("a.docx", bomb)).status).toBe(422);
});

test("refuses an empty file and a request without a name before storing anything", async () => {
  const before = await countFiles();
  expect(await jsonOf(await send("a.pdf", Buffer.alloc(0)))).toMatchObject({ code: "resource_file_empty" });
  const nameless = await owner.send("/api/knowledge/uploads?key=1", { method: "POST", body: "x" });
  expect(await jsonOf(nameless)).toMatchObject({
    data: { fields: { filename: ["The file's name is required"], key: ["Must be a UUID"] } },
  });
  expect(await countFiles()).toBe(before);
});

test("stores a repeated upload once, also of two at once, and keeps a name within its folder", async () => {
  const key = randomUUID();
  const outcomes = await Promise.all(
    [1, 2].map(() => uploadForResource(owner, { filename: "../../a.pdf", bytes: pdfBytes, key })),
  );
  expect(outcomes[0]).toEqual(outcomes[1]);
  expect(outcomes[0]?.fileName).toBe("a.pdf");
});

test("deletes uploads older than a day, and the eleventh, but no resource's file", async () => {
  const person = await newOwner(app);
  const files = async () => (await app.asOwner("select id from files", [], person.tenantId)).length;
  const uploads = [];
  for (let count = 0; count < 12; count += 1)
    uploads.push(await uploadForResource(person, { filename: `${count}.pdf`, bytes: pdfBytes }));
  expect(await files()).toBe(10);
  const uploadId = uploads.at(-1)?.uploadId ?? "";
  await person.api.knowledge.create({ key: randomUUID(), title: "Kept", uploadId });
  await deleteUnusedUploads.work(app.services);
  expect(await files()).toBe(10);
  await app.asOwner("update knowledge_uploads set created_at = now() - interval '25 hours'", [], person.tenantId);
  await deleteUnusedUploads.work(app.services);
  expect(await files()).toBe(1);
  const first = { key: randomUUID(), title: "Late", uploadId: uploads[5]?.uploadId ?? "" };
  await expect(person.api.knowledge.create(first)).rejects.toMatchObject({ code: "resource_upload_not_found" });
});
