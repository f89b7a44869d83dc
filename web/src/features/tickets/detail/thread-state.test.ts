import type { Message } from "@deskhand/contract/messages";
import { expect, test } from "vitest";
import { followThread, prependPage, replaceMessage, startThread } from "./thread-state.ts";

const message = (id: number, rest: Partial<Message> = {}): Message => ({
  id: `m${id}`,
  ticketId: "t",
  content: `text ${id}`,
  isCut: false,
  hasQuote: false,
  hasHtml: false,
  isFromCustomer: true,
  isAutomatic: false,
  authorId: null,
  authorName: "Ines",
  authorEmail: null,
  threadingReason: null,
  deliveryState: null,
  deliveryError: null,
  createdAt: "2026-11-18T09:41:00.000Z",
  ...rest,
});

const messages = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => message(from + i));
const page = (from: number, to: number, hasOlderMessages = true) => ({
  messages: messages(from, to),
  hasOlderMessages,
});
const ids = (state: { messages: Message[] }) => state.messages.map(({ id }) => Number(id.slice(1)));

test("keeps older messages when the newest page moves on", () => {
  const loaded = prependPage(startThread(page(51, 100)), { items: messages(1, 50), hasOlder: false });
  const followed = followThread(loaded, page(53, 102));
  expect(ids(followed)).toEqual(ids({ messages: messages(1, 102) }));
  expect(followed.hasOlder).toBe(false);
});

test("takes over what changed in the newest page", () => {
  const failed = { ...page(1, 2, false), messages: [message(1), message(2, { deliveryState: "failed" })] };
  expect(followThread(startThread(page(1, 2, false)), failed).messages[1]?.deliveryState).toBe("failed");
});

test("starts again rather than leave a gap", () => {
  const followed = followThread(startThread(page(51, 100)), page(151, 200));
  expect(ids(followed)).toEqual(ids({ messages: messages(151, 200) }));
  expect(followed.hasOlder).toBe(true);
});

test("a page that comes twice is there once", () => {
  const older = { items: messages(1, 50), hasOlder: false };
  expect(ids(prependPage(prependPage(startThread(page(51, 60)), older), older))).toHaveLength(60);
});

test("replaces a message outside the newest page", () => {
  const loaded = prependPage(startThread(page(51, 60)), { items: messages(1, 50), hasOlder: false });
  const sent = replaceMessage(loaded, message(3, { deliveryState: "sent" }));
  expect(sent.messages[2]?.deliveryState).toBe("sent");
  expect(sent.messages).toHaveLength(60);
});
