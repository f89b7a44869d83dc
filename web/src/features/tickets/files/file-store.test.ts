import type { Upload } from "@deskhand/contract/messages";
import { ORPCError } from "@orpc/client";
import { beforeEach, expect, test, vi } from "vitest";
import { createFileStore, type FileWorld, type uploadFile } from "./file-store.ts";

const storage = new Map<string, string>();
beforeEach(() => {
  vi.useFakeTimers();
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
    removeItem: (key: string) => storage.delete(key),
  });
});

type PendingUpload = Parameters<typeof uploadFile>[0] & {
  succeed: (upload?: Partial<Upload>) => Promise<void>;
  fail: (error: unknown) => Promise<void>;
};

/** A store whose uploads end when the test says so, and a server that has the uploaded files. */
function openStore(changes: Partial<FileWorld> = {}) {
  const sent: PendingUpload[] = [];
  const onServer = new Map<string, Upload>();
  const announced: string[] = [];
  const world = { online: true };
  const settled = () => vi.advanceTimersByTimeAsync(0);
  const store = createFileStore({
    ticketId: "t1",
    storageKey: "files",
    announce: (text) => void announced.push(text),
    isOnline: () => world.online,
    list: async () => [...onServer.values()],
    discard: async (id) => onServer.delete(id),
    upload: (asked) =>
      new Promise((resolve, reject) => {
        asked.signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
        sent.push({
          ...asked,
          async succeed(upload) {
            const { filename } = asked;
            const about = { id: `u-${asked.key}`, filename, fileSize: asked.file.size, mimeType: "text/plain" };
            const uploaded = { ...about, createdAt: "2026-11-20T10:00:00.000Z", ...upload };
            onServer.set(uploaded.id, uploaded);
            resolve(uploaded);
            await settled();
          },
          async fail(error) {
            reject(error);
            await settled();
          },
        });
      }),
    ...changes,
  });
  const phases = () => store.shown().files.map(({ filename, phase }) => `${filename} ${phase}`);
  const idOf = (filename: string) => store.shown().files.find((file) => file.filename === filename)?.uploadId ?? "";
  const keyOf = (filename: string) => store.shown().files.find((file) => file.filename === filename)?.key ?? "";
  return { store, sent, onServer, said: announced, world, shown: phases, idOf, keyOf };
}

const file = (name: string, content = "content") => new File([content], name);
const connectionLost = new TypeError("Failed to fetch");

test("uploads two files at a time, shows their progress, and remembers stored ones", async () => {
  const { store, sent, shown, said } = openStore();
  store.add([file("a"), file("b"), file("c")]);
  expect(shown()).toEqual(["a sending", "b sending", "c waiting"]);
  sent[0]?.onProgress(0.5);
  expect(store.shown().files[0]?.progress).toBe(0.5);
  expect(store.isBusy()).toBe(true);
  await sent[0]?.succeed({ filename: "a (2)" });
  expect(shown()).toEqual(["a (2) stored", "b sending", "c sending"]);
  expect(said.at(-1)).toContain("a (2) attached");
  await sent[1]?.succeed();
  await sent[2]?.succeed();
  expect(store.isBusy()).toBe(false);
  expect(openStore().shown()).toEqual(["a (2) stored", "b stored", "c stored"]);
});

test("retries a lost connection once automatically, then by hand, always with the same key", async () => {
  const { store, sent, shown, keyOf } = openStore();
  store.add([file("a")]);
  for (const wait of [1000, 2000, 4000]) {
    await sent.at(-1)?.fail(connectionLost);
    expect(shown()).toEqual(["a sending"]);
    await vi.advanceTimersByTimeAsync(wait);
  }
  await sent.at(-1)?.fail(connectionLost);
  expect(sent).toHaveLength(4);
  expect(store.shown().files[0]).toMatchObject({ phase: "failed", error: "Deskhand could not be reached" });
  store.retry(keyOf("a"));
  await sent.at(-1)?.succeed();
  expect(shown()).toEqual(["a stored"]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test("files wait while offline, even during an upload, and continue automatically", async () => {
  const { store, sent, shown, world } = openStore();
  store.add([file("a")]);
  world.online = false;
  await sent[0]?.fail(connectionLost);
  store.add([file("b")]);
  expect(shown()).toEqual(["a waiting", "b waiting"]);
  world.online = true;
  store.resume();
  expect(shown()).toEqual(["a sending", "b sending"]);
});

test("removes a file that the server refuses and names it", async () => {
  const { store, sent, shown, said } = openStore();
  store.add([file("setup.exe"), file("photo.png"), file("scan.PNG")]);
  await sent[0]?.fail(new ORPCError("upload_is_program", { defined: true, status: 422, message: "Programs cannot" }));
  await sent[1]?.fail(
    new ORPCError("upload_misnamed", { defined: true, status: 422, message: "Not so", data: { actual: "pdf" } }),
  );
  await sent[2]?.fail(
    new ORPCError("upload_misnamed", {
      defined: true,
      status: 422,
      message: "Not so",
      data: { filename: "scan.PNG", actual: null },
    }),
  );
  expect(shown()).toEqual([]);
  expect(store.shown().notices).toEqual([
    "“setup.exe” was not attached: Programs cannot.",
    "“photo.png” was not attached: Not so. It looks like a .pdf file.",
    "“scan.PNG” was not attached: Not so. It is no .png file, or a broken one: see whether it opens.",
  ]);
  expect(said).toContain("“setup.exe” was not attached: Programs cannot.");
});

test("stops or discards a removed file", async () => {
  const { store, sent, shown, onServer, keyOf } = openStore();
  store.add([file("a"), file("b")]);
  await sent[0]?.succeed();
  store.remove(keyOf("a"));
  store.remove(keyOf("b"));
  expect(sent[1]?.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([shown(), onServer.size, sent.length, storage.size, store.shown().notices]).toEqual([[], 0, 2, 0, []]);
});

test("a file removed after its last byte was sent is discarded when the server responds, never adopted", async () => {
  const { store, sent, shown, onServer, keyOf } = openStore();
  store.add([file("a"), file("b")]);
  await sent[1]?.succeed();
  sent[0]?.onProgress(1);
  store.remove(keyOf("a"));
  expect([shown(), sent[0]?.signal.aborted]).toEqual([["b stored"], false]);
  await store.refresh();
  await sent[0]?.succeed();
  await store.refresh();
  expect([shown(), [...onServer.values()].map(({ filename }) => filename)]).toEqual([["b stored"], ["b"]]);
});

test("drops and names remembered files that the server lost, and adopts others that it has", async () => {
  const first = openStore();
  first.store.add([file("old"), file("young")]);
  await first.sent[0]?.succeed();
  await first.sent[1]?.succeed();
  const young = first.onServer.get(first.idOf("young"));
  if (!young) throw new Error("Not stored");
  const elsewhere = { ...young, id: "u-else", filename: "from another browser" };
  const { store, shown } = openStore({ list: async () => [young, elsewhere] });
  await store.refresh();
  expect(shown()).toEqual(["young stored", "from another browser stored"]);
  expect(store.shown().notices).toEqual([expect.stringMatching(/^“old” is no longer attached/)]);
  const offline = openStore({ list: () => Promise.reject(connectionLost) });
  await offline.store.refresh();
  expect(offline.shown()).toEqual(["young stored", "from another browser stored"]);
});

test("after a reply its files are gone, while an earlier attempt's files stay", async () => {
  const { store, sent, shown, onServer, idOf } = openStore();
  store.add([file("a"), file("b")]);
  await sent[0]?.succeed();
  await sent[1]?.succeed();
  const ids = [idOf("a"), idOf("b")];
  onServer.delete(ids[0] ?? "");
  expect(await store.settle(ids)).toBe(false);
  expect(shown()).toEqual(["b stored"]);
  onServer.clear();
  expect(await store.settle(ids.slice(1))).toBe(true);
  expect([shown(), storage.size]).toEqual([[], 0]);
});

test("drops the files that a refused reply reported missing, by name", async () => {
  const { store, sent, shown, idOf } = openStore();
  store.add([file("a"), file("b")]);
  await sent[0]?.succeed();
  await sent[1]?.succeed();
  store.dropGone([idOf("a")]);
  expect(shown()).toEqual(["b stored"]);
  expect(store.shown().notices).toEqual([expect.stringContaining("“a” is no longer there. Your text is kept")]);
});

test("follows another tab's files without touching uploads of this one", async () => {
  const here = openStore();
  here.store.add([file("here")]);
  const there = openStore();
  there.store.add([file("there")]);
  await there.sent[0]?.succeed();
  here.store.follow();
  expect(here.shown()).toEqual(["there stored", "here sending"]);
});
