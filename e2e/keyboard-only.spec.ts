import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { tabTo } from "./tab-to.ts";
import { ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();

test("a ticket is found, answered, noted on and resolved without a mouse", async () => {
  const { page, address, ticketsPath } = await desk.newStore("north-star");
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

  // The header and the sidebar can be reached from the ticket, the list beneath it cannot.
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

  // Every key of the ticket works right after sending.
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

  // The row of a ticket that left the list hands the focus on to its neighbour.
  await page.keyboard.press("Enter");
  await expect(ticket.composer).toBeVisible();
  await page.keyboard.press("s");
  await status.getByRole("radio", { name: /^Resolved/ }).press("Space");
  await status.getByRole("button", { name: "Update Status" }).press("Enter");
  await expect(page.getByText("Showing 1 of 1 tickets")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(links).toBeFocused();
});

/** Where the focus is, and whether it can be seen: an outline, of the element or of what it stands in. */
function whereFocusIs() {
  const element = document.activeElement;
  const outlined = (one: Element | null | undefined) => one != null && getComputedStyle(one).outlineStyle !== "none";
  const places = { ticket: "dialog", header: "header", sidebar: "aside", beneath: "[inert]", main: "#root" };
  // The browser's own bar is a stop between the last and the first control of a page.
  const place = Object.entries(places).find(([, where]) => element?.closest(where))?.[0] ?? "browser";
  return { place, isVisible: element === document.body || outlined(element) || outlined(element?.closest("label")) };
}
