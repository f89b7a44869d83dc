import type { TicketList } from "@deskhand/contract/tickets";
import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { pressToGo } from "./press-to-go.ts";
import { seesAfter } from "./sees-after.ts";
import type { Store } from "./sign-up-store.ts";
import { tabTo } from "./tab-to.ts";
import { listedTickets, openTicket, ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();

test("without a mouse an agent goes everywhere, finds a ticket, answers, adds a note, resolves it, and is in the next that needs a reply", async () => {
  const store = await desk.newStore("north-star");
  await goEverywhere(store.page);
  await answerAndResolve(store);
  await goOn(store);
});

/** Goes to each section with `g` and a letter, and finds its title and its place in the sidebar; `?` shows all keys. */
async function goEverywhere(page: Page): Promise<void> {
  await page.goto("/dashboard");
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Admin" }).waitFor();
  const sections: [letter: string, path: string, name: string][] = [
    ["t", "tickets", "Tickets"],
    ["c", "customers", "Customers"],
    ["o", "orders", "Orders"],
    ["m", "messages", "Messages"],
    ["r", "reports", "Reports"],
    ["k", "knowledge", "Agent Resources"],
    ["a", "admin", "Admin"],
    ["h", "help", "Help & Knowledge"],
  ];
  for (const [letter, path, name] of sections) {
    await pressToGo(page, letter, `/dashboard/${path}`);
    await expect(main.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
    await expect(page).toHaveTitle(`${name === "Admin" ? "Overview" : name} · Deskhand`);
  }
  await pressToGo(page, "d", "/dashboard");
  await page.goBack();
  await expect(page).toHaveURL("/dashboard/help");
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const does of ["Search and commands", "Next entry", "Write a reply", "Close what is on top"])
    await expect(sheet.getByText(does).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  // An address of an earlier version leads to the same place.
  await page.goto("/dashboard?section=tickets&status=open,pending&settings=password");
  await expect(page).toHaveURL("/dashboard/tickets?status=open,pending&settings=password");
  await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
}

async function answerAndResolve({ page, address, ticketsPath }: Store): Promise<void> {
  const nils = desk.newCustomer("Nils Berg", "nils@berg.example");
  await nils.writes({ to: address, subject: "Map of Oslo", text: "Do you have a map of Oslo?" });
  await nils.writes({ to: address, subject: "Map of Bergen", text: "Do you have a map of Bergen?" });
  await page.goto(ticketsPath);
  await expect(page.getByText("Showing 2 of 2 tickets")).toBeVisible();
  const links = page.getByRole("list", { name: "Tickets" }).getByRole("link");
  const subject = (await links.nth(1).textContent()) ?? "";
  const row = page.getByRole("link", { name: subject });

  await tabTo(page, links.first());
  await page.keyboard.press("ArrowDown");
  await expect(row).toBeFocused();
  await expect(page.getByRole("article").filter({ hasText: subject })).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Enter");
  const ticket = ticketScreen(page);
  await expect(ticket.composer).toBeVisible();

  // Tab reaches the header and the sidebar from the ticket, but not the list beneath.
  const places = new Set<string>();
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press("Tab");
    const { place, isVisible } = await page.evaluate(whereFocusIs);
    expect(isVisible, `after ${step + 1} presses of Tab`).toBe(true);
    places.add(place);
  }
  expect([...places].sort()).toEqual(["browser", "header", "main", "sidebar", "ticket"]);

  await ticket.dialog.getByRole("tab", { name: /^Messages/ }).focus();
  await page.keyboard.press("r");
  await expect(ticket.composer).toBeFocused();
  await page.keyboard.type("Yes, we have one.");
  await ticket.send(() => page.keyboard.press("Control+Enter"));
  await expect(ticket.composer).not.toBeFocused();

  // Every key of the ticket works right after a reply is sent.
  await page.keyboard.press("n");
  await expect(ticket.dialog.getByPlaceholder("Add an internal note...")).toBeFocused();
  await page.keyboard.type("Asked for maps twice.");
  await page.keyboard.press("Control+Enter");
  await expect(ticket.dialog.getByRole("listitem").filter({ hasText: "Asked for maps twice." })).toBeVisible();

  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("s");
  const status = page.getByRole("dialog", { name: /^Update Ticket Status/ });
  await expect(status).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(status).toBeHidden();
  await expect(ticket.dialog).toBeVisible();

  await page.keyboard.press("Escape");
  await expect(ticket.dialog).toBeHidden();
  await expect(row).toBeFocused();

  // A row that leaves the list hands the focus to its neighbour.
  await page.keyboard.press("Enter");
  await expect(ticket.composer).toBeVisible();
  await page.keyboard.press("s");
  await status.getByRole("radio", { name: /^Resolved/ }).press("Space");
  await status.getByRole("button", { name: "Update Status" }).press("Enter");
  await expect(page.getByText("Showing 1 of 1 tickets")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(links).toBeFocused();
}

/** Answers by keyboard alone, from ticket to ticket, each with its status. */
async function goOn({ page, address, ticketsPath }: Store): Promise<void> {
  await page.request.patch("/api/desk/preferences", { data: { afterSend: "next" } });
  const { items }: TicketList = await (await page.request.get("/api/tickets")).json();
  for (const { id } of items) await page.request.post(`/api/tickets/${id}/status`, { data: { status: "resolved" } });
  const ines = desk.newCustomer("Inês Duarte", "ines@go-on-duarte.example");
  const subjects = ["First vase", "Second lamp", "Third rug"];
  await page.goto(ticketsPath);
  for (const subject of subjects) {
    await ines.writes({ to: address, subject, text: `A question on my order of the ${subject.toLowerCase()}.` });
    await expect(listedTickets(page, subject)).toBeVisible();
  }
  const screen = ticketScreen(page);
  const shows = (subject: string) => expect(screen.message(subject.toLowerCase())).toBeVisible();
  await openTicket(page, "Third rug");
  await page.keyboard.press("j");
  await shows("Second lamp");
  await page.keyboard.press("k");
  await shows("Third rug");
  await expect(screen.dialog.getByRole("button", { name: "Previous ticket" })).toBeDisabled();

  await page.keyboard.press("r");
  await page.keyboard.type("The rug is on its way.");
  await screen.dialog.getByRole("button", { name: "More ways to send" }).click();
  await page.getByRole("menuitem", { name: "Send and set Resolved" }).click();
  await shows("Second lamp");
  // Every key works at once.
  await page.keyboard.press("r");
  await expect(screen.composer).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(screen.composer).not.toBeFocused();
  await expect(screen.dialog).toBeVisible();
  await page.keyboard.press("r");
  await page.keyboard.type("The lamp, too.");
  // Shift applies the last choice.
  await page.keyboard.press("Control+Shift+Enter");
  await shows("First vase");
  await page.keyboard.press("r");
  await page.keyboard.type("And the vase.");
  await seesAfter(() => page.keyboard.press("Control+Enter"), page, "All answered");
  await expect(screen.dialog).toBeHidden();
  const mails = [1, 2, 3].map(() => desk.mailbox.next(ines.email));
  expect((await Promise.all(mails)).length).toBe(3);
  await expect(listedTickets(page)).toHaveCount(1);
  await expect(listedTickets(page, "First vase")).toContainText("Open");

  // From the list it takes two keys, or two clicks: one into the reply, one to send it with the last status chosen.
  await page.mouse.move(0, 0);
  await page.goto(ticketsPath);
  for (const subject of ["Fourth chair", "Fifth table"]) {
    await ines.writes({ to: address, subject, text: `A question on my order of the ${subject.toLowerCase()}.` });
    await expect(listedTickets(page, subject)).toBeVisible();
  }
  await page.keyboard.press("r");
  await shows("Fifth table");
  await expect(screen.composer).toBeFocused();
  await page.keyboard.type("The table comes tomorrow.");
  await page.keyboard.press("Control+Shift+Enter");
  await shows("Fourth chair");
  await expect(screen.composer).not.toBeFocused();
  await page.keyboard.press("Escape");
  await expect(screen.dialog).toBeHidden();
  await listedTickets(page, "Fourth chair").getByText("Needs reply").click();
  await shows("Fourth chair");
  await expect(screen.composer).toBeFocused();
  await page.keyboard.type("So does the chair.");
  await screen.dialog.getByRole("button", { name: "Send and set Resolved", exact: true }).click();
  await expect(screen.dialog).toBeHidden();
  await expect(listedTickets(page)).toHaveCount(1);
  await expect(listedTickets(page, "First vase")).toBeVisible();
}

/** Returns where the focus is and whether it is visible: an outline of the element or of one around it. */
function whereFocusIs() {
  const element = document.activeElement;
  const outlined = (element: Element | null | undefined) =>
    element != null && getComputedStyle(element).outlineStyle !== "none";
  const places = { ticket: "dialog", header: "header", sidebar: "aside", beneath: "[inert]", main: "#root" };
  // The browser's own bar comes between the last and the first control of a page.
  const place = Object.entries(places).find(([, where]) => element?.closest(where))?.[0] ?? "browser";
  return { place, isVisible: element === document.body || outlined(element) || outlined(element?.closest("label")) };
}
