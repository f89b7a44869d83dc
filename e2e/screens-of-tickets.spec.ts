import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { button, dialog, firstOf, lookAtScreens, press, type Screen, text } from "./look-at-screens.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();
const look = openLook();

const tab = (name: RegExp) => (page: Page) => page.getByRole("tab", { name }).click();
const again = (page: Page) => page.keyboard.press("Escape");

/** Adds everything that a reply can have. */
async function fillComposer(page: Page): Promise<void> {
  await page.locator("input[type=file]").setInputFiles([
    { name: "Invoice #1152.txt", mimeType: "text/plain", buffer: Buffer.from("Invoice") },
    { name: "Paid twice.txt", mimeType: "text/plain", buffer: Buffer.from("Paid") },
  ]);
  await page.getByRole("button", { name: "Agent Resources" }).click();
  await page.getByRole("button", { name: /^Attach to Reply: Assembly of/ }).click();
  await dialog(/^Assembly of/)(page)
    .getByRole("button", { name: "Attach to Reply" })
    .click();
  await expect(page.getByText("Attached Resources (1)")).toBeVisible();
  await ticketScreen(page).composer.fill(`${"hello, i dont know teh answer yet.\n".repeat(20)}{{order.size}}`);
}

const screens: Screen[] = [
  ["dashboard-busy", "/dashboard", firstOf("Recent support tickets")],
  ["commands", null, (page) => page.getByRole("option").first(), (page) => page.keyboard.press("Control+k")],
  ["search", null, (page) => page.locator("mark").first(), (page) => page.getByRole("combobox").fill("refund")],
  ["tickets", "/dashboard/tickets", firstOf("Tickets")],
  ["keys", "/dashboard/tickets", dialog("Keyboard shortcuts"), pressQuestionMark],
  ["new-ticket", "/dashboard/tickets?new=ticket", (page) => page.getByRole("combobox", { name: "Customer" })],
  ["new-ticket-refused", null, text("Error Creating Ticket"), press("Create Support Ticket")],
  [
    "bell",
    "/dashboard/tickets",
    dialog("Notifications"),
    (page) => page.getByRole("button", { name: /^Notif/ }).click(),
  ],
  ["notifications-all", null, (page) => dialog("Notifications")(page).getByRole("listitem").first(), pressViewAll],
  ["archive", "/dashboard/tickets?view=archive", firstOf("Tickets")],
  ["ticket-archived", null, text("This ticket is archived"), (page) => firstOf("Tickets")(page).click()],
  ["ticket", "/dashboard/tickets", (page) => ticketScreen(page).composer, (page) => firstOf("Tickets")(page).click()],
  ["ticket-snooze", null, dialog(/^Snooze Ticket/), pressSnooze],
  ["canned-responses", null, (page) => page.getByRole("article").first(), leaveFor("Canned Responses")],
  ["canned-new", null, dialog("Create New Response"), press("New Response")],
  [
    "agent-resources",
    null,
    text("11 resources found"),
    (page) => again(page).then(() => leaveFor("Agent Resources")(page)),
  ],
  ["ticket-composing", null, text("Attached Resources (1)"), (page) => again(page).then(() => fillComposer(page))],
  ["polished", null, dialog("Polished reply"), press("Polish")],
  ["ticket-notes", null, (page) => page.getByPlaceholder("Add an internal note..."), leaveForTab(/^Internal Notes/)],
  ["ticket-tracking", null, (page) => page.getByRole("region", { name: "Tracking", exact: true }), tab(/^Tracking/)],
  ["ticket-order-info", null, (page) => page.getByRole("region", { name: "Order Info" }), tab(/^Order Info/)],
  ["status", null, text("Status Change Preview"), chooseStatus],
];

function leaveFor(name: string): (page: Page) => Promise<void> {
  return (page) => again(page).then(() => button(name)(page).click());
}

function leaveForTab(name: RegExp): (page: Page) => Promise<void> {
  return (page) => again(page).then(() => tab(name)(page));
}

async function pressQuestionMark(page: Page): Promise<void> {
  await firstOf("Tickets")(page).focus();
  await page.keyboard.press("?");
}

async function pressViewAll(page: Page): Promise<void> {
  await button("View all notifications")(page).click();
}

async function pressSnooze(page: Page): Promise<void> {
  await button("More actions")(page).click();
  await page.getByRole("menuitem", { name: "Snooze..." }).click();
}

async function chooseStatus(page: Page): Promise<void> {
  await button("Update Status")(page).click();
  await dialog(/^Update Ticket Status/)(page)
    .getByRole("radio")
    .nth(2)
    .check();
}

test("the screens of tickets, of a reply's parts and of the search look right", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await lookAtScreens(look, page, screens);
  await page.goto("/dashboard/tickets");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("button", { name: "Close menu" })).toBeVisible();
  // With reduced motion there is none: the drawer is there at once.
  await expect(page.getByRole("dialog", { name: "Menu" })).toHaveCSS("transition-duration", "0s");
  await look(page, "drawer", [390]);
});

test("a customer's text without any spaces leaves the thread readable and the reply possible", async () => {
  const { page, address, ticketsPath } = await desk.newStore("long-words");
  const customer = desk.newCustomer(`<script>${"x".repeat(180)}`, `${"c".repeat(60)}@${"d".repeat(60)}.example`);
  await customer.writes({ to: address, subject: "W".repeat(250), text: "v".repeat(9_000) });
  await page.goto(ticketsPath);
  await firstOf("Tickets")(page).click();
  const screen = ticketScreen(page);
  await expect(screen.composer).toBeVisible();
  await look(page, "ticket-long-words");
  for (const [width, height] of [
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(async () => {
      const send = await screen.dialog.getByRole("button", { name: "Send Reply" }).boundingBox();
      expect((send?.y ?? height) + (send?.height ?? 0)).toBeLessThan(height);
      const thread = await screen.dialog.getByRole("region", { name: "Messages" }).boundingBox();
      expect(thread?.height).toBeGreaterThan(120);
    }).toPass();
  }
});
