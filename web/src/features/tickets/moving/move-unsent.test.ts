import { beforeEach, expect, test, vi } from "vitest";
import { draftKey, readDraft, writeDraft } from "../../../lib/drafts.ts";
import { moveUnsent } from "./move-unsent.ts";

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
});

const at = (kind: string, ticketId: string) => draftKey("me", kind, ticketId);
const keep = (ticketId: string, parts: Record<string, string>) => {
  for (const [kind, text] of Object.entries(parts)) writeDraft(at(kind, ticketId), text);
};
const partsOf = (ticketId: string) =>
  Object.fromEntries(
    [...storage].filter(([key]) => key.endsWith(`:${ticketId}`)).map(([key, text]) => [key.split(":")[2], text]),
  );

test("moves a reply with its key, seen position, files and resources", () => {
  const parts = { reply: "Half", "reply-key": "k", "reply-seen": "m", "reply-files": '[{"id":"f"}]', note: "Hm" };
  keep("a", parts);
  expect(moveUnsent("me", "a", "b")).toBe(true);
  expect(partsOf("b")).toEqual(parts);
  expect(partsOf("a")).toEqual({});
  expect(moveUnsent("me", "a", "b")).toBe(false);
  expect(partsOf("b")).toEqual(parts);
});

test("keeps a text already begun there first, with its own key", () => {
  keep("a", { reply: "Second", "reply-key": "of a", "reply-seen": "in a", "reply-resources": '[{"id":1},{"id":2}]' });
  keep("b", { reply: "First", "reply-key": "of b", "reply-seen": "in b", "reply-resources": '[{"id":1}]' });
  expect(moveUnsent("me", "a", "b")).toBe(true);
  expect(partsOf("b")).toEqual({
    reply: "First\n\nSecond",
    "reply-key": "of b",
    "reply-seen": "in b",
    "reply-resources": '[{"id":1},{"id":2}]',
  });
});

test("leaves a reply where one to other people was begun there", () => {
  const to = (email: string) => JSON.stringify({ to: [{ email, name: null }], cc: [], bcc: [] });
  const parts = {
    reply: "Dear Amy",
    "reply-key": "of a",
    "reply-recipients": to("amy@x.example"),
    "reply-files": '[{"id":"f"}]',
  };
  keep("a", { ...parts, note: "Hm" });
  keep("b", { reply: "Dear Ben", "reply-recipients": to("ben@x.example") });
  expect(moveUnsent("me", "a", "b")).toBe(true);
  expect(partsOf("a")).toEqual(parts);
  expect(partsOf("b")).toEqual({ reply: "Dear Ben", "reply-recipients": to("ben@x.example"), note: "Hm" });
  writeDraft(at("reply-recipients", "b"), to("amy@x.example"));
  expect(moveUnsent("me", "a", "b")).toBe(true);
  expect(partsOf("b").reply).toBe("Dear Ben\n\nDear Amy");
});

test("moves files alone, ignores foreign data, and leaves other users' drafts", () => {
  keep("a", { "reply-files": '[{"id":"f"}]', "reply-resources": "broken" });
  writeDraft(draftKey("other", "reply", "a"), "Theirs");
  expect(moveUnsent("me", "a", "b")).toBe(true);
  expect(partsOf("b")).toEqual({ "reply-files": '[{"id":"f"}]' });
  expect(readDraft(draftKey("other", "reply", "a"))).toBe("Theirs");
});
