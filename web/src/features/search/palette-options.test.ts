import type { Resource } from "@deskhand/contract/knowledge";
import type { OrderHit, SearchResult, TicketHit } from "@deskhand/contract/search";
import { Bell } from "lucide-react";
import { expect, test } from "vitest";
import { makeCard } from "../../testing/make-card.ts";
import { type Command, matchCommands, paletteOptions, resultSentence } from "./palette-options.ts";

const commands: Command[] = ["Go to Orders", "Logout"].map((label) => ({
  id: label,
  label,
  Icon: Bell,
  isLast: label === "Logout",
  run: () => {},
}));
const ticket = (foundIn: TicketHit["foundIn"]): TicketHit => ({
  ...makeCard({ id: foundIn, subject: "Jacket" }),
  foundIn,
  excerpt: null,
});
const found = (...tickets: TicketHit[]): SearchResult => ({
  tickets: { items: tickets, hasMore: tickets.length > 1 },
  customers: { items: [{ id: "c", name: "Ann", email: null, totalOrders: 0 }], hasMore: false },
  orders: { items: [], hasMore: false },
  shownFor: null,
  unknown: [],
});
const at = "2026-11-01T00:00:00.000Z";
const guide: Resource = {
  id: "r",
  title: "Jacket care",
  description: null,
  excerpt: null,
  excerptIsCut: false,
  fileUrl: null,
  fileName: null,
  fileSize: null,
  fileType: "text",
  category: "Procedures",
  tags: [],
  accessLevel: "all-agents",
  isPublic: true,
  uploadedBy: null,
  uploaderName: null,
  usageCount: 0,
  createdAt: at,
  updatedAt: at,
  searchRank: 1,
};
const outline = (typed: string, result?: SearchResult, recent: string[] = []) =>
  paletteOptions({ typed, commands, recent, found: result }).map(
    ({ heading, options }) => `${heading}: ${options.map(({ id }) => id).join(" ")}`,
  );

test("without text lists recent searches and all commands", () => {
  expect(outline("", undefined, ["lamp"])).toEqual([
    "Recent searches: recent-0",
    "Commands: command-Go to Orders command-Logout",
  ]);
  expect(outline("")).toEqual(["Commands: command-Go to Orders command-Logout"]);
});

test("groups the results without empty groups", () => {
  expect(outline("jacket", found(ticket("note")))).toEqual(["Tickets: ticket-note all", "Customers: customer-c"]);
});

test("puts agent resources after tickets, customers and orders, and counts them", () => {
  const input = { typed: "jacket", commands, recent: [], found: found(ticket("subject")) };
  const headings = paletteOptions({ ...input, resources: [guide] }).map(({ heading }) => heading);
  expect(headings).toEqual(["Tickets", "Customers", "Agent Resources"]);
  expect(paletteOptions({ ...input, resources: [guide] }).at(-1)?.options).toEqual([
    { kind: "resource", id: "resource-r", resource: guide },
  ]);
  expect(resultSentence(found(), 0, 1)).toBe("1 customer, 1 resource found");
});

test("puts a command with that name first, a possible or harmful one last", () => {
  for (const typed of ["orders", "go o"]) {
    expect(outline(typed, found(ticket("subject")))[0], typed).toBe("Commands: command-Go to Orders");
  }
  expect(outline("logout", found(ticket("subject"))).at(-1)).toBe("Commands: command-Logout");
  expect(outline("o", found(ticket("subject"))).at(-1)).toBe("Commands: command-Go to Orders");
});

test("offers all matching tickets if the list would find them too", () => {
  expect(outline("jacket", found(ticket("subject"), ticket("note")))[0]).toBe(
    "Tickets: ticket-subject ticket-note all",
  );
});

test("a full order number or address precedes tickets that mention it, but not the ticket with this number", () => {
  const order: OrderHit = {
    id: "o",
    name: "#7",
    customer: null,
    email: null,
    totalPrice: "1.00",
    currency: "EUR",
    createdAt: "",
  };
  const both = (foundIn: TicketHit["foundIn"]) => ({
    ...found(ticket(foundIn)),
    orders: { items: [order], hasMore: false },
  });
  expect(outline("7", both("message"))[0]).toBe("Orders: order-o");
  expect(outline("#7", both("message"))[0]).toBe("Orders: order-o");
  expect(outline("#7", both("number"))[0]).toBe("Tickets: ticket-number all");
  expect(outline("ann", found(ticket("subject")))[0]).toBe("Customers: customer-c");
});

test("words the results", () => {
  expect(resultSentence(found(ticket("subject"), ticket("note")), 0)).toBe("more than 2 tickets, 1 customer found");
  const none = { items: [], hasMore: false };
  const noResults = { tickets: none, customers: none, orders: none, shownFor: null, unknown: [] };
  expect(resultSentence(noResults, 0)).toBe("Nothing found");
  expect(resultSentence(noResults, 1)).toBe("1 command found");
});

const command = (label: string, alsoCalled?: string): Command => ({
  id: label,
  label,
  ...(alsoCalled !== undefined && { alsoCalled }),
  Icon: Bell,
  run: () => {},
});
const offered = [
  command("Go to Orders"),
  command("Go to Help & Knowledge"),
  command("New Ticket", "create add"),
  command("Mark all notifications as read"),
  command("Logout", "sign out"),
];
const labelsFor = (typed: string) => matchCommands(offered, typed).map(({ label }) => label);

test("offers everything until something is typed", () => {
  expect(labelsFor("  ")).toHaveLength(offered.length);
});

test("finds a command by beginnings of its words in any order", () => {
  for (const typed of ["orders", "go to orders", "go ord", "ord go", "GO ORD", "o"]) {
    expect(labelsFor(typed), typed).toContain("Go to Orders");
  }
  expect(labelsFor("new t")[0]).toBe("New Ticket");
  expect(labelsFor("mark read")).toEqual(["Mark all notifications as read"]);
  expect(labelsFor("help &")).toEqual(["Go to Help & Knowledge"]);
});

test("synonyms count", () => {
  expect(labelsFor("sign out")).toEqual(["Logout"]);
  expect(labelsFor("create")).toEqual(["New Ticket"]);
});

test("a label that starts with the text precedes one that contains it", () => {
  expect(labelsFor("n")).toEqual(["New Ticket", "Mark all notifications as read"]);
});

test("an unknown word finds no command", () => {
  expect(labelsFor("jacket")).toEqual([]);
  expect(labelsFor("go jacket")).toEqual([]);
});
