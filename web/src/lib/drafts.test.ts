import { afterEach, expect, test, vi } from "vitest";
import { draftKey, readDraft, writeDraft } from "./drafts.ts";

afterEach(() => vi.unstubAllGlobals());

function storage(overrides: object = {}) {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
    ...overrides,
  });
  return kept;
}

test("keeps a text per user and ticket, and forgets a blank one", () => {
  const kept = storage();
  const mine = draftKey("u1", "reply", "t1");
  writeDraft(mine, "Hi Ines,");
  expect(readDraft(mine)).toBe("Hi Ines,");
  expect(readDraft(draftKey("u2", "reply", "t1"))).toBe("");
  expect(readDraft(draftKey("u1", "note", "t1"))).toBe("");
  writeDraft(mine, "  \n");
  expect(kept.size).toBe(0);
});

test("a full or forbidden storage breaks nothing", () => {
  const refuse = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  storage({ setItem: refuse, getItem: refuse });
  expect(() => writeDraft("k", "text")).not.toThrow();
  expect(readDraft("k")).toBe("");
});
