import type { Message, Note } from "@deskhand/contract/messages";
import { expect, test } from "vitest";
import { changesToAnnounce } from "./use-announced-changes.ts";

const message = (id: string, rest: Partial<Message>): Message => ({
  id,
  ticketId: "t",
  content: "text",
  isCut: false,
  folded: null,
  hasHtml: false,
  hasOtherText: false,
  channel: "email",
  enclosed: null,
  isFromCustomer: false,
  isAutomatic: false,
  byRule: null,
  isDoubted: false,
  authorId: "colleague",
  authorName: "Sam",
  authorEmail: null,
  threadingReason: null,
  deliveryState: "sending",
  deliveryError: null,
  heldUntil: null,
  attachments: [],
  attachmentCount: 0,
  isUnverified: false,
  writtenFrom: null,
  recipients: [],
  answersTo: null,
  audience: "customer",
  passedOn: null,
  list: null,
  unreadAddresses: [],
  leftOutAddresses: 0,
  createdAt: `2026-11-18T09:41:0${id}.000Z`,
  addedAt: `2026-11-18T09:41:0${id}.000Z`,
  ...rest,
});
const note = (id: string, authorId: string): Note => ({
  id,
  ticketId: "t",
  content: "x",
  authorId,
  authorName: "Sam",
  createdAt: "2026-11-18T09:41:00.000Z",
});
const edited = {
  priority: "medium" as const,
  category: "General" as const,
  assignedTo: null,
  dueDate: null,
  tags: ["VIP"],
};
const nameOf = (id: string) => (id === "u2" ? "Theo" : null);
const ticket = {
  ...edited,
  id: "t",
  status: "open" as const,
  messages: [message("1", {})],
  notes: [note("n1", "colleague")],
};

test("announces what others did and what failed", () => {
  const after = {
    ...ticket,
    status: "in-progress" as const,
    messages: [message("1", { deliveryState: "failed" }), message("2", {})],
    notes: [...ticket.notes, note("n2", "colleague")],
  };
  expect(changesToAnnounce(ticket, after, "me", nameOf)).toEqual([
    "Status changed to In Progress",
    "A reply could not be delivered",
    "New reply from Sam",
    "New internal note from Sam",
  ]);
});

test("ignores the reader's own messages, the customer's, and another ticket", () => {
  const after = {
    ...ticket,
    messages: [...ticket.messages, message("2", { authorId: "me" }), message("3", { isFromCustomer: true })],
    notes: [...ticket.notes, note("n2", "me")],
  };
  expect(changesToAnnounce(ticket, after, "me", nameOf)).toEqual([]);
  expect(changesToAnnounce({ ...ticket, id: "u", status: "closed" }, after, "me", nameOf)).toEqual([]);
});

test("announces edits with their labels", () => {
  const after = {
    ...ticket,
    priority: "high" as const,
    category: "Billing" as const,
    assignedTo: "u2",
    dueDate: "2026-12-24T12:00:00.000Z",
    tags: ["late"],
  };
  expect(changesToAnnounce(ticket, after, "me", nameOf)).toEqual([
    "Priority changed to High",
    "Category changed to Billing",
    "Assigned to Theo",
    "Due date set to Dec 24, 2026",
    "Tag late added",
    "Tag VIP removed",
  ]);
  expect(changesToAnnounce(after, { ...after, assignedTo: null, dueDate: null }, "me", nameOf)).toEqual([
    "Assigned to nobody",
    "Due date removed",
  ]);
});
