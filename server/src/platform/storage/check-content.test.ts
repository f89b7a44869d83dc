import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkContent } from "./check-content.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "deskhand-content-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
async function check(filename: string, bytes: Buffer) {
  const path = join(folder, String(++count));
  await writeFile(path, bytes);
  return checkContent(path, filename);
}

const hex = (digits: string) => Buffer.from(digits.replace(/\s/g, ""), "hex");
const png = hex("89504e470d0a1a0a 0000000d49484452 00000001000000010802000000 907753de 00000000 49454e44ae426082");
const jpeg = hex("ffd8ffe000104a46494600010100000100010000ffd9");
const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n");
const text = Buffer.from("Grüße,\r\n\tJane\n");
const windowsProgram = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)]);
const oldOffice = Buffer.concat([hex("d0cf11e0a1b11ae1"), Buffer.alloc(600)]);

/** Creates a ZIP with one compressed file. */
function zip(name: string, content: string): Buffer {
  const packed = deflateRawSync(content);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(name.length, 26);
  const end = Buffer.concat([hex("504b0506"), Buffer.alloc(18)]);
  return Buffer.concat([head, Buffer.from(name), packed, end]);
}

test.each([
  ["a.png", png, "image/png"],
  ["photo.JPEG", jpeg, "image/jpeg"],
  ["invoice.pdf", pdf, "application/pdf"],
  ["notes.txt", text, "text/plain"],
  ["orders.csv", Buffer.from("order;sum\n1001;5\n"), "text/csv"],
  ["wide.txt", Buffer.from("\ufeffwide", "utf16le"), "text/plain"],
  ["makes.csv", Buffer.from("BMW;5\nMZ;7\n"), "text/csv"],
  ["no ending", png, "image/png"],
  ["measurements.xyz", hex("00010203"), "application/octet-stream"],
  ["letter.doc", oldOffice, "application/msword"],
  ["export.xls", Buffer.from("a\tb\n1\t2\n"), "application/vnd.ms-excel"],
  ["with a password.docx", oldOffice, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["files.zip", zip("a.txt", "Hello"), "application/zip"],
  ["logo.svg", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/svg+xml"],
  ["feed.xml", Buffer.from('<?xml version="1.0"?><a/>'), "application/xml"],
])("accepts %s by its content", async (name, bytes, contentType) => {
  expect(await check(name, bytes)).toEqual({ verdict: "fine", contentType });
});

test.each([
  ["setup.exe", windowsProgram],
  ["holiday.png", windowsProgram],
  ["renamed", Buffer.concat([hex("7f454c46020101"), Buffer.alloc(100)])],
  ["harmless.txt", Buffer.from("#!/bin/sh\nrm -rf ~\n")],
  ["run.BAT", Buffer.from("echo hello\r\n")],
  ["invoice.pdf.js", Buffer.from("alert(1)")],
  ["tool.zip", zip("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n")],
])("%s is a program", async (name, bytes) => {
  expect(await check(name, bytes)).toEqual({ verdict: "program" });
});

test.each([
  ["a.png", jpeg, "jpg"],
  ["a.pdf", png, "png"],
  ["a.pdf", text, "txt"],
  ["a.txt", pdf, "pdf"],
  ["a.csv", hex("00ff00ff"), null],
  ["a.docx", png, "png"],
  ["a.zip", text, "txt"],
])("the content of %s does not match its name", async (name, bytes, actual) => {
  expect(await check(name, bytes)).toEqual({ verdict: "misnamed", actual });
});

test("an empty file is empty, whatever its name", async () => {
  expect(await check("a.png", Buffer.alloc(0))).toEqual({ verdict: "empty" });
});

test("judges a truncated file by its name", async () => {
  expect((await check("a.png", png.subarray(0, 9))).verdict).toMatch(/fine|misnamed/);
  expect(await check("a.zip", hex("504b0304 0000"))).toMatchObject({ verdict: expect.stringMatching(/fine|misnamed/) });
});
