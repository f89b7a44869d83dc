import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdsProgram } from "./check-content.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "deskhand-programs-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
async function isMarked(filename: string, bytes: Buffer): Promise<boolean> {
  const path = join(folder, String(++count));
  await writeFile(path, bytes);
  return holdsProgram(path, filename);
}

const hex = (digits: string) => Buffer.from(digits, "hex");
const text = Buffer.from("Hello");
const old = Buffer.concat([hex("d0cf11e0a1b11ae1"), Buffer.alloc(600)]);
const none = Buffer.alloc(0);

/** Creates a local or central header of a file in a ZIP (APPNOTE.TXT, sections 4.3.7 and 4.3.12). */
function headOf(name: string | Buffer, isListed = false): Buffer {
  const head = Buffer.alloc(isListed ? 46 : 30);
  head.writeUInt32LE(isListed ? 0x02014b50 : 0x04034b50, 0);
  head.writeUInt16LE(Buffer.byteLength(name), isListed ? 28 : 26);
  return Buffer.concat([head, Buffer.from(name)]);
}
const zip = (...names: string[]) =>
  Buffer.concat([...names.map((name) => headOf(name)), ...names.map((name) => headOf(name, true))]);

const endings =
  "exe msi bat cmd com scr pif js jse vbs vbe wsf wsh hta jar ps1 lnk iso img reg cpl dll chm url dmg apk sh vhd xll appx library-ms py msu " +
  "rdp iqy slk scpt workflow terminal fileloc inetloc xpi one xlam ppam appimage website";

test.each(endings.split(" "))("a file called .%s is a program", async (ending) => {
  expect(await isMarked(`Invoice.${ending}`, text)).toBe(true);
  expect(await isMarked(`invoice.pdf.${ending.toUpperCase()} . `, text)).toBe(true);
  expect(await isMarked("files.zip", zip("readme.txt", `a/b/Invoice.${ending.toUpperCase()}`))).toBe(true);
});

test.each([
  ["a program of Windows", "photo.jpg", Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)])],
  ["one of Linux", "invoice.pdf", Buffer.concat([hex("7f454c4602010100"), Buffer.alloc(200)])],
  ["one of macOS", "invoice", Buffer.concat([hex("cffaedfe07000001"), Buffer.alloc(200)])],
  ["a script", "notes.txt", Buffer.from("#!/bin/sh\nrm -rf ~\n")],
  ["a class of Java", "a.bin", Buffer.concat([hex("cafebabe00000034"), Buffer.alloc(200)])],
  [
    "a shortcut of Windows",
    "Invoice",
    Buffer.concat([hex("4c0000000114020000000000c000000000000046"), Buffer.alloc(60)]),
  ],
  ["a cabinet", "a.dat", Buffer.concat([Buffer.from("MSCF"), Buffer.alloc(100)])],
  ["an empty file with such a name", "setup.exe", none],
])("%s is a program, whatever its name", async (_, filename, bytes) => {
  expect(await isMarked(filename, bytes)).toBe(true);
});

test.each([
  ["in its middle", "a.zip", Buffer.concat([zip("a.txt"), Buffer.alloc(700_000, 7), zip("run.exe")])],
  [
    "across the pieces that are read",
    "a.zip",
    Buffer.concat([headOf("a.txt"), Buffer.alloc(256 * 1024 - 50, 7), zip("run.exe")]),
  ],
  ["with a name that is very long", "a.zip", zip(`${"a".repeat(65_000)}.exe`)],
  ["behind bytes that are no archive", "a.zip", Buffer.concat([text, zip("run.exe")])],
  ["that only the list at the end names", "a.zip", Buffer.concat([headOf("a.txt"), headOf("run.exe", true)])],
  ["that only its own head names", "a.zip", Buffer.concat([headOf("run.exe"), headOf("a.txt", true)])],
  ["behind a head that is none", "a.zip", Buffer.concat([hex("504b0304504b0304"), zip("run.exe")])],
  ["that is cut off behind its name", "a.zip", headOf("run.exe")],
  ["with blanks behind its name", "a.zip", zip("invoice.pdf.exe   ")],
  ["with what nobody sees behind its name", "a.zip", zip("invoice.pdf.exe\u200b\u202e")],
  ["in an archive that is called otherwise", "photo.jpg", zip("run.exe")],
  ["in an archive in an archive that is not packed", "a.zip", Buffer.concat([headOf("inner.zip"), zip("run.exe")])],
  ["as macros of a document", "offer.docm", zip("word/document.xml", "word/vbaProject.bin")],
  ["as macros of one that denies them", "offer.docx", zip("word/document.xml", "word/vbaProject.bin")],
  ["as macros of Excel 4", "offer.xlsm", zip("xl/workbook.xml", "xl/macrosheets/sheet1.xml")],
  ["as macros of Excel 4 in a folder of its own", "offer.xlsx", zip("xl/workbook.xml", "xl/macroSheets/a/1.xml")],
  [
    "as macros of an open document",
    "offer.odt",
    zip("content.xml", "Basic/Standard/Module1.xml", "Basic/script-lc.xml"),
  ],
  ["as macros of an old document", "offer.doc", Buffer.concat([old, Buffer.from("_VBA_PROJECT", "utf16le")])],
])("finds a program %s", async (_, filename, bytes) => {
  expect(await isMarked(filename, bytes)).toBe(true);
});

test.each([
  ["photo.jpg", Buffer.concat([hex("ffd8ffe000104a46494600010100000100010000"), Buffer.alloc(300, 7)])],
  ["invoice.pdf", Buffer.from("%PDF-1.7\n/JavaScript run.exe")],
  ["notes.txt", Buffer.from("Please run setup.exe\nPK\x03\x04")],
  ["makes.csv", Buffer.from("MZ;5\nBMW;7\n")],
  ["page.html", Buffer.from("<script src='a.js'></script>")],
  ["offer.docx", zip("[Content_Types].xml", "word/document.xml", "word/media/image1.png")],
  ["files.zip", zip("photos/", "photos/1.jpg", "example.com/", "exe", "notes.exe.txt")],
  ["more.zip", zip("Basic/data.xml", "macrosheets.txt", "xl/worksheets/sheet1.xml", "übung.pdf", "日本.docx")],
  ["offer.odt", zip("mimetype", "content.xml", "Thumbnails/thumbnail.png", "META-INF/manifest.xml")],
  ["letter.doc", old],
  ["mail.eml", Buffer.from("Subject: a.exe\r\n\r\nHello")],
  ["www.shop.example", text],
  ["nothing", none],
  ["cut.zip", Buffer.from("PK\x03\x04")],
  ["film.mp4", Buffer.concat([hex("00000018"), Buffer.from("ftypisom\0\0\x02\0isommp42"), Buffer.alloc(64)])],
])("%s is not a program", async (filename, bytes) => {
  expect(await isMarked(filename, bytes)).toBe(false);
});

test("refuses an archive of mere headers in bounded time", async () => {
  expect(await isMarked("a.zip", Buffer.alloc(16 * 1024 * 1024, "PK\x03\x04"))).toBe(true);
});
