import type { Notification } from "@deskhand/contract/notifications";
import { expect, test } from "vitest";
import { groupNotifications, ticketBeside } from "./group-notifications.ts";

const ticket = { ticketNumber: 42, subject: "Where is my lamp?" };

function newNotification(id: string, rest: Partial<Notification> = {}): Notification {
  const reply = {
    type: "customer_reply",
    title: "Customer Reply",
    message: "New reply from Jane",
    authorName: "Jane",
  } as const;
  return {
    id,
    ...reply,
    ticketId: "t1",
    orderId: null,
    ticket,
    timestamp: "2026-03-09T10:00:00.000Z",
    read: false,
    ...rest,
  };
}
const grouped = (items: Notification[]) =>
  groupNotifications(items).map(({ ids, message }) => [ids.join("+"), message]);

test("groups neighbours of one ticket and type with their count", () => {
  expect(grouped([newNotification("a"), newNotification("b"), newNotification("c")])).toEqual([
    ["a+b+c", "3 new replies from Jane"],
  ]);
  expect(
    grouped([newNotification("a"), newNotification("b", { message: "New reply from Jo", authorName: "Jo" })]),
  ).toEqual([["a+b", "2 new replies"]]);
  const changes = { type: "ticket_status_change", message: "Ticket: 0001 is now Open (was Closed): Lamp" } as const;
  expect(grouped([newNotification("a", changes), newNotification("b", { ...changes, message: "earlier" })])).toEqual([
    ["a+b", "Ticket: 0001 is now Open (was Closed): Lamp (2 status changes)"],
  ]);
});

test("counts replies without a stored author without naming one", () => {
  expect(grouped([newNotification("a", { authorName: null }), newNotification("b", { authorName: null })])).toEqual([
    ["a+b", "2 new replies"],
  ]);
});

test("keeps apart what differs in ticket, type or read state, or is not adjacent", () => {
  const items = [
    newNotification("a"),
    newNotification("b", { ticketId: "t2" }),
    newNotification("c"),
    newNotification("d", { type: "ticket_assigned", message: "Yours" }),
    newNotification("e", { read: true }),
    newNotification("f", { read: true, ticketId: null }),
    newNotification("g", { read: true, ticketId: null }),
  ];
  expect(grouped(items).map(([ids]) => ids)).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
});

test("a single one keeps its own text, and an empty list stays empty", () => {
  expect(grouped([newNotification("a")])).toEqual([["a", "New reply from Jane"]]);
  expect(grouped([])).toEqual([]);
});

test("adds what the text omits about the ticket", () => {
  const words = (message: string) => ticketBeside(newNotification("a", { message }));
  expect(words("New reply from Jane")).toBe("Ticket: 0042 · Where is my lamp?");
  expect(words("New ticket created: Where is my lamp?")).toBe("Ticket: 0042");
  expect(words("Your reply to Ticket: 0042 did not reach ann@customer.example: No such mailbox")).toBe(
    "Where is my lamp?",
  );
  expect(words("Ticket: 0042 was assigned to you: Where is my lamp?")).toBeNull();
  expect(ticketBeside({ message: "Your store has sent 40 of the 50 mails", ticket: null })).toBeNull();
});
