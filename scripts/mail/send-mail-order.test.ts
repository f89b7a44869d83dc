import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openSmtpSink, type SmtpSink } from "../../server/src/testing/smtp-sink.ts";
import { readMailOrder } from "./read-mail-order.ts";
import { sendMailOrder } from "./send-mail-order.ts";

let sink: SmtpSink;
let folder: string;

beforeAll(async () => {
  sink = await openSmtpSink();
  folder = await mkdtemp(join(tmpdir(), "deskhand-mail-"));
});
afterAll(async () => {
  await sink.close();
  await rm(folder, { recursive: true });
});
afterEach(() => {
  sink.mails.length = 0;
});

async function run(...words: string[]): Promise<string> {
  return sendMailOrder(await readMailOrder([...words, "--port", new URL(sink.url).port]));
}

async function aFile(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const ends = ["--to", "help+abcdefgh@mail.example.com", "--from", "Jo Doe <jo@example.org>"];

test("a mail is composed of its parts, and the server's reply is printed", async () => {
  const photo = await aFile("photo.txt", "a photo");
  const parts = ["--subject", "Where?", "--text", "Hello", "--html", "<b>Hello</b>", "--attach", photo];
  expect(await run(...ends, ...parts, "--in-reply-to", "one@example.org")).toMatch(/^250 /);
  const [mail] = sink.mails;
  expect(mail).toMatchObject({ envelopeFrom: "jo@example.org", envelopeTo: ["help+abcdefgh@mail.example.com"] });
  expect(mail?.parsed).toMatchObject({ subject: "Where?", text: "Hello", html: "<b>Hello</b>" });
  expect(mail?.parsed.from?.text).toBe('"Jo Doe" <jo@example.org>');
  expect(mail?.parsed.inReplyTo).toBe("<one@example.org>");
  expect(mail?.parsed.attachments.map(({ filename }) => filename)).toEqual(["photo.txt"]);
});

test("a file is sent byte for byte, to its own recipient or another", async () => {
  const raw = "From: a@example.org\r\nTo: b@example.org\r\nSubject: =?x?\r\n\r\n.dots\r\n\r\nend\r\n";
  const file = await aFile("some.eml", raw);
  await run("--file", file);
  await run("--file", file, "--to", "help+abcdefgh@mail.example.com", "--from", "<>");
  expect(sink.mails.map(({ envelopeFrom, envelopeTo }) => [envelopeFrom, ...envelopeTo])).toEqual([
    ["a@example.org", "b@example.org"],
    ["", "help+abcdefgh@mail.example.com"],
  ]);
  for (const mail of sink.mails) expect(mail.raw.toString()).toBe(raw);
});

test("the server's refusal is printed in its own words", async () => {
  sink.refusals.push({ code: 550, words: "No store here has that address" });
  await expect(run(...ends, "--text", "Hello")).rejects.toThrow(/^Refused: 550 .*No store here has that address/);
});

test.each([
  [["--text", "Hello"], "Missing: --to ADDRESS, --from ADDRESS"],
  [[...ends], "Missing: --text TEXT or --html HTML"],
  [[...ends, "--text", "x", "--colour", "red"], "--colour"],
  [[...ends, "--text", "x", "--attach", "no-such-file"], "Cannot read the file no-such-file"],
  [["--file", "no-such-file"], "Cannot read the file no-such-file"],
  [["--file", "x.eml", "--text", "y"], "leave out --text"],
  [["--to", "nobody", "--from", "a@example.org", "--text", "x"], "Not an e-mail address: nobody"],
])("%j is refused with what is wrong", async (words, sentence) => {
  await expect(readMailOrder(words)).rejects.toThrow(sentence);
});

test("the port is the server's own setting, unless the command names one", async () => {
  const portOf = async (smtpPort?: string, ...more: string[]) =>
    (await readMailOrder([...ends, "--text", "x", ...more], smtpPort)).port;
  expect(await Promise.all([portOf(), portOf(""), portOf("2626"), portOf("2626", "--port", "2727")])).toEqual([
    2525, 2525, 2626, 2727,
  ]);
  for (const none of ["0", "x", "70000"]) {
    await expect(portOf(none)).rejects.toThrow(`SMTP_PORT is not a port: ${none}`);
    expect(await portOf(none, "--port", "2727")).toBe(2727);
  }
});

test("an invalid port, and one where nothing listens, are named", async () => {
  await expect(readMailOrder([...ends, "--text", "x", "--port", "70000"])).rejects.toThrow(
    "--port is not a port: 70000",
  );
  const order = await readMailOrder([...ends, "--text", "x", "--port", "1"]);
  await expect(sendMailOrder(order)).rejects.toThrow(/^Nothing takes mail at 127\.0\.0\.1:1 .*npm start/);
});
