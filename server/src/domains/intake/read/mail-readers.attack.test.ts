import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MailReaders, type MailReadersOptions } from "./mail-readers.ts";

// This module does what the mail says, as no real mail is known that hangs a reader.
const obedient = `
  export async function tryReadingMails(inputs) {
    return inputs.map(({ raw }) => {
      const text = Buffer.from(raw).toString();
      while (text === "hang");
      return { mail: text };
    });
  }`;

/** Only the time limit ends a thread that spins; a sound one needs far less, also on a busy machine. */
const hangsForMs = 2_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hostile-readers-"));
  await writeFile(join(folder, "obedient.mjs"), obedient);
});
afterAll(() => rm(folder, { recursive: true }));

const open: MailReaders[] = [];
afterEach(() => Promise.all(open.splice(0).map((readers) => readers.close())));

/** Reads mails, named by store, sender and instruction, and returns the order in which they ended. */
function openReaders(options: MailReadersOptions) {
  const file = pathToFileURL(join(folder, "obedient.mjs"));
  const readers = new MailReaders({ limitMs: hangsForMs, ...options, file });
  open.push(readers);
  const ended: string[] = [];
  const read = async (store: string, sender: string, says: string, isLate = false) => {
    const input = { raw: Buffer.from(says), attachmentFolder: null, envelopeFrom: sender };
    const end = await readers.read(input, { store, sender, isLate }).then(
      () => "read",
      (fault: { kind: string }) => fault.kind,
    );
    ended.push(`${store} ${sender} ${says}: ${end}`);
  };
  return { read, ended };
}

test("delays no other store's mail by thirty unreadable mails of one store", async () => {
  const { read, ended } = openReaders({ threads: 2 });
  const hostile = Array.from({ length: 30 }, (_, at) => read("A", `robot${at}`, "hang"));
  for (const store of ["B", "C", "D"]) await read(store, "ann", "hello");
  expect(ended).toEqual(["B ann hello: read", "C ann hello: read", "D ann hello: read"]);
  await open[0]?.close();
  await Promise.all(hostile);
});

test("lets no sender of such mails to many stores hold both threads", async () => {
  const { read, ended } = openReaders({ threads: 2 });
  const hostile = ["A", "B", "C", "D", "E"].map((store) => read(store, "robot", "hang"));
  await read("E", "ann", "hello");
  expect(ended).toEqual(["E ann hello: read"]);
  await open[0]?.close();
  await Promise.all(hostile);
});

test("makes others wait for at most one such mail on a single thread", async () => {
  const { read, ended } = openReaders({ threads: 1 });
  const hostile = [1, 2, 3].map((number) => read("A", `robot${number}`, "hang", false));
  await Promise.all([read("B", "ann", "hello"), read("C", "bob", "hello")]);
  const before = ended.slice(0, ended.indexOf("C bob hello: read"));
  // Small mails of a store are read together, and alone after one of them hangs.
  expect(before.filter((end) => end.startsWith("A")).length).toBeLessThanOrEqual(3);
  expect(before).toContain("B ann hello: read");
  await Promise.all(hostile);
});

test("reads mail that took too long before after all new mail", async () => {
  const { read, ended } = openReaders({ threads: 1 });
  const all = [
    read("X", "first", "hello"),
    read("A", "robot", "hang", true),
    read("A", "ann", "one"),
    read("B", "bob", "two"),
  ];
  await Promise.all(all);
  expect(ended.at(-1)).toBe("A robot hang: slow");
});

test("reads mails that waited in a hanging thread in the next one, each once", async () => {
  const { read, ended } = openReaders({ threads: 1 });
  const words = ["one", "two", "hang", "three", "four"];
  await Promise.all(words.map((says) => read("A", says, says)));
  expect(ended.toSorted()).toEqual([
    "A four four: read",
    "A hang hang: slow",
    "A one one: read",
    "A three three: read",
    "A two two: read",
  ]);
});
