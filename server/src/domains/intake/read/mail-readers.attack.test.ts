import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MailReaders, type MailReadersOptions } from "./mail-readers.ts";

// It reads a mail by doing what the mail says: nobody knows yet which real one would.
const obedient = `
  export async function tryReadingMails(inputs) {
    return inputs.map(({ raw }) => {
      const text = Buffer.from(raw).toString();
      while (text === "hang");
      return { mail: text };
    });
  }`;

/** Nothing but time ends a thread that spins; one that does not is far from needing as much, on a busy machine as well. */
const hangsForMs = 2_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hostile-readers-"));
  await writeFile(join(folder, "obedient.mjs"), obedient);
});
afterAll(() => rm(folder, { recursive: true }));

const open: MailReaders[] = [];
afterEach(() => Promise.all(open.splice(0).map((readers) => readers.close())));

/** Reads mails, named by store, sender and what they say, and tells in which order they ended. */
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

test("thirty mails of a store that nobody can read in time hold up no other store's, whoever sent them", async () => {
  const { read, ended } = openReaders({ threads: 2 });
  const hostile = Array.from({ length: 30 }, (_, at) => read("A", `robot${at}`, "hang"));
  for (const store of ["B", "C", "D"]) await read(store, "ann", "hello");
  expect(ended).toEqual(["B ann hello: read", "C ann hello: read", "D ann hello: read"]);
  await open[0]?.close();
  await Promise.all(hostile);
});

test("a sender of such mails to many stores never holds both threads", async () => {
  const { read, ended } = openReaders({ threads: 2 });
  const hostile = ["A", "B", "C", "D", "E"].map((store) => read(store, "robot", "hang"));
  await read("E", "ann", "hello");
  expect(ended).toEqual(["E ann hello: read"]);
  await open[0]?.close();
  await Promise.all(hostile);
});

test("where there is one thread, others wait for one such mail at most", async () => {
  const { read, ended } = openReaders({ threads: 1 });
  const hostile = [1, 2, 3].map((number) => read("A", `robot${number}`, "hang", false));
  await Promise.all([read("B", "ann", "hello"), read("C", "bob", "hello")]);
  const before = ended.slice(0, ended.indexOf("C bob hello: read"));
  // Small ones of a store go together, and each by itself where one of them hangs.
  expect(before.filter((end) => end.startsWith("A")).length).toBeLessThanOrEqual(3);
  expect(before).toContain("B ann hello: read");
  await Promise.all(hostile);
});

test("what took too long before stands behind all that is new", async () => {
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

test("what waited in a thread that hangs is read by the next, each once, and none is lost", async () => {
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
