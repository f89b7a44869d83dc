import { afterEach, expect, test, vi } from "vitest";
import { draftKey, editDraft, followDraft, openDraft, readDraft, readFields, writeDraft } from "./drafts.ts";

afterEach(() => vi.unstubAllGlobals());

function storage(overrides: object = {}) {
  const memory = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, text: string) => memory.set(key, text),
    removeItem: (key: string) => memory.delete(key),
    ...overrides,
  });
  return memory;
}

test("keeps a text per user and ticket, and deletes a blank one", () => {
  const stored = storage();
  const ownKey = draftKey("u1", "reply", "t1");
  writeDraft(ownKey, "Hi Ines,");
  expect(readDraft(ownKey)).toBe("Hi Ines,");
  expect(readDraft(draftKey("u2", "reply", "t1"))).toBe("");
  expect(readDraft(draftKey("u1", "note", "t1"))).toBe("");
  writeDraft(ownKey, "  \n");
  expect(stored.size).toBe(0);
});

test("without storage a text lasts as long as the page", () => {
  const refuse = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  storage({ setItem: refuse, getItem: refuse });
  expect(readDraft("refused")).toBe("");
  writeDraft("refused", "text");
  expect(readDraft("refused")).toBe("text");
  writeDraft("refused", "");
  expect(readDraft("refused")).toBe("");
  writeDraft("refused", "more");
  storage();
  writeDraft("refused", "room again");
  expect(readDraft("refused")).toBe("room again");
});

test("an untouched field follows another tab, an edited one does not", () => {
  storage();
  const untouched = openDraft("k");
  const typed = editDraft(openDraft("k"), "from A");
  expect(followDraft(untouched, readDraft("k")).text).toBe("from A");
  const other = editDraft(openDraft("k"), "from B");
  expect(followDraft(typed, readDraft("k")).text).toBe("from A");
  expect(followDraft(editDraft(other, ""), "from A").text).toBe("");
});

test("sending in one tab loses no text of another, whichever was typed later", () => {
  storage();
  const first = editDraft(openDraft("k"), "from A");
  const second = editDraft(openDraft("k"), "from B");
  expect(editDraft(first, "").text).toBe("");
  expect(readDraft("k")).toBe("from B");

  const again = editDraft(first, "from A, later");
  expect(followDraft(second, readDraft("k")).text).toBe("from B");
  editDraft(again, "");
  expect(readDraft("k")).toBe("");
  expect(followDraft(second, null).text).toBe("from B");
  expect(readDraft("k")).toBe("from B");
});

test("reads fields back, and ignores foreign data", () => {
  const blank = { title: "", tags: ["new"], isSent: false };
  expect(readFields('{"title":"Lamp","tags":["a"],"isSent":true,"more":1}', blank)).toEqual({
    title: "Lamp",
    tags: ["a"],
    isSent: true,
  });
  expect(readFields('{"title":7,"tags":{"length":1},"isSent":"yes"}', blank)).toEqual(blank);
  for (const stored of ["", "{", "null", "[]"]) expect(readFields(stored, blank)).toEqual(blank);
});
