import type { Notification } from "@deskhand/contract/notifications";
import type { NotificationType } from "@deskhand/contract/vocabulary";
import { expect, test } from "vitest";
import type { Arrival } from "./gather-arrivals.ts";
import { burstText } from "./show-burst.tsx";

const arrivals = (count: number, type: NotificationType, ticketId?: string): Arrival[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${type}-${index}`,
    type,
    ticketId: ticketId ?? `${type}${index}`,
  }));
const notification = (id: string, message: string): Notification => ({
  id,
  type: "customer_reply",
  title: "Customer Reply",
  message,
  authorName: "Jane",
  ticketId: "t",
  orderId: null,
  ticket: { ticketNumber: 42, subject: "Lamp" },
  timestamp: "",
  read: false,
});

test("a single one has its text from the bell, or at least its type", () => {
  const arrival = arrivals(1, "customer_reply", "t");
  const about = { title: "Customer Reply", type: "customer_reply", ticketId: "t" };
  expect(
    burstText(arrival, [notification("customer_reply-0", "New reply from Jane"), notification("x", "Else")]),
  ).toEqual({
    ...about,
    message: "New reply from Jane · Ticket: 0042 · Lamp",
  });
  expect(burstText(arrival, [])).toEqual({ ...about, message: undefined });
});

test("several of one ticket and type are grouped as in the bell, or counted", () => {
  const three = arrivals(3, "customer_reply", "t");
  const newest = three.map(({ id }) => notification(id, "New reply from Jane"));
  const about = { title: "Customer Reply", type: "customer_reply", ticketId: "t" };
  expect(burstText(three, newest)).toEqual({ ...about, message: "3 new replies from Jane · Ticket: 0042 · Lamp" });
  expect(burstText(three, newest.slice(1))).toEqual({ ...about, message: "3 customer replies · Ticket: 0042 · Lamp" });
});

test("many are counted by type", () => {
  expect(burstText([...arrivals(1_180, "new_ticket"), ...arrivals(1, "customer_reply")], [])).toEqual({
    title: "1,181 new notifications",
    message: "1,180 new tickets, 1 customer reply",
    type: null,
    ticketId: null,
  });
  expect(burstText(arrivals(2, "new_ticket"), [])).toMatchObject({
    title: "2 new notifications",
    message: "New tickets",
    type: "new_ticket",
  });
});

test("a flood says how many it covers, including earlier ones; among other types each is counted", () => {
  const words = { title: "New Tickets", message: "37 new tickets in 4 minutes" };
  const flood = {
    ...notification("flood-1", words.message),
    type: "new_ticket" as const,
    title: words.title,
    ticketId: null,
  };
  const all = [...arrivals(20, "new_ticket"), { id: "flood-1", type: "new_ticket" as const, ticketId: null }];
  expect(burstText(all, [flood])).toEqual({ ...words, type: "new_ticket", ticketId: null });
  expect(burstText([...all, ...arrivals(1, "customer_reply")], [flood])).toMatchObject({
    message: "21 new tickets, 1 customer reply",
  });
});
