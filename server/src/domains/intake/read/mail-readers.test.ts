import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MailReaders } from "./mail-readers.ts";

let folder: string;
const readers = new MailReaders();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mail-readers-"));
});
afterAll(async () => {
  await readers.close();
  await rm(folder, { recursive: true });
});

const raw = Buffer.from(
  "From: Ann <ann@example.com>\r\nMessage-ID: <1@example.com>\r\nSubject: Re: Re: My  bag\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" +
    "--b\r\n\r\nThe blue bag came damaged.\r\n\r\nOn Mon, Jan 1, 2024 at 10:00 AM Shop <help@shop.example> wrote:\r\n> Hello\r\n" +
    "--b\r\nContent-Type: text/csv; name=a.csv\r\n\r\na,b\r\n--b--\r\n",
);

test("reads bytes and files alike, and stores the attachments", async () => {
  const path = join(folder, "mail.eml");
  await writeFile(path, raw);
  const attachmentFolder = join(folder, "parts");
  const mail = await readers.read({ raw: path, attachmentFolder, envelopeFrom: "ann@example.com" });
  expect(mail).toMatchObject({
    classification: { kind: "person" },
    authors: { from: { name: "Ann", email: "ann@example.com" } },
    newText: "The blue bag came damaged.",
    leftOut: { history: true, signature: false },
    cleanSubject: "My bag",
  });
  expect(mail.fullText).toContain("> Hello");
  expect(await readFile(mail.parsed.attachments[0]?.storedAs ?? "", "utf8")).toBe("a,b");
  const again = await readers.read({ raw, attachmentFolder: null, envelopeFrom: null });
  expect(again.fingerprint).toBe(mail.fingerprint);
});

test("reads in a process of its own as in a thread, bytes and files", async () => {
  const path = join(folder, "apart.eml");
  await writeFile(path, raw);
  const turn = { store: "", sender: "", isLate: false };
  for (const given of [raw, path]) {
    const input = { raw: given, attachmentFolder: null, envelopeFrom: null, publicUrl: "https://desk.test" };
    expect(await readers.read(input, { ...turn, isApart: true })).toStrictEqual(await readers.read(input, turn));
  }
});

test("returns each of many its own result", async () => {
  const mails = await Promise.all(
    [1, 2, 3, 4, 5].map((number) =>
      readers.read({ raw: Buffer.from(`Subject: ${number}\r\n\r\n`), attachmentFolder: null, envelopeFrom: null }),
    ),
  );
  expect(mails.map((mail) => mail.cleanSubject)).toEqual(["1", "2", "3", "4", "5"]);
});

test("throws the typed errors on the caller's side", async () => {
  const long = Buffer.from(`X: ${"x".repeat(300_000)}\r\n\r\n`);
  const refused = readers.read({ raw: long, attachmentFolder: null, envelopeFrom: null });
  await expect(refused).rejects.toMatchObject({ name: "UnparsableMail", reason: "limit_exceeded" });
  const missing = readers.read({ raw: join(folder, "none.eml"), attachmentFolder: null, envelopeFrom: null });
  await expect(missing).rejects.toMatchObject({
    name: "WorkerFault",
    kind: "broken",
    message: expect.stringMatching(/^ENOENT/),
  });
});

test("stops a message that takes too long, and reads the next", async () => {
  const hasty = new MailReaders({ limitMs: 1 });
  const long = Buffer.from(`From: ann@example.com\r\n\r\n${"On Monday, 1 May 2024, Ann wrote:\r\n".repeat(50_000)}`);
  const slow = hasty.read({ raw: long, attachmentFolder: null, envelopeFrom: null });
  await expect(slow).rejects.toMatchObject({
    kind: "slow",
    message: "The message could not be read within 0.001 seconds.",
  });
  await hasty.close();
  await expect(hasty.read({ raw, attachmentFolder: null, envelopeFrom: null })).rejects.toMatchObject({
    kind: "broken",
  });
  expect((await readers.read({ raw, attachmentFolder: null, envelopeFrom: null })).cleanSubject).toBe("My bag");
});

test("reads the other mails if one of several cannot be read", async () => {
  const notAFolder = join(folder, "file");
  await writeFile(notAFolder, "");
  const folders = [join(folder, "1"), join(folder, "2"), join(notAFolder, "parts"), join(folder, "4")];
  const read = await Promise.allSettled(
    folders.map((attachmentFolder) =>
      readers.read({ raw, attachmentFolder, envelopeFrom: null, cameToReturnPath: false }),
    ),
  );
  expect(read.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  const mails = read.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  for (const { parsed } of mails) expect(await readFile(parsed.attachments[0]?.storedAs ?? "", "utf8")).toBe("a,b");
});
