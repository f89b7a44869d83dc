import type { TicketList } from "@deskhand/contract/tickets";
import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { findAccessFaults } from "./find-access-faults.ts";
import { tabTo } from "./tab-to.ts";
import { ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();

test("the dashboard shows what the day brings as it comes, and leads to its tickets by mouse and keyboard", async () => {
  const { page, address } = await desk.newStore("day-break");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Customer Support Dashboard" })).toBeVisible();
  await showsFigures(page, {
    "Total Tickets": ["0", "Get started by setting up email integration"],
    "Open Tickets": ["0", "Tickets will appear here"],
    "Resolved Today": ["0", "Start resolving tickets"],
    "Avg Response Time": ["0h", "Track response times"],
    Satisfaction: ["N/A", "Satisfaction tracking not configured"],
    Overdue: ["0", "None overdue"],
  });
  await expect(page.getByText("Recent support tickets will appear here once they are created.")).toBeVisible();
  expect(await findAccessFaults(page)).toEqual([]);

  const nora = desk.newCustomer("Nora Lind", "nora@lind.example");
  await nora.writes({ to: address, subject: "Broken shade", text: "The shade of my lamp is broken." });
  const { tickets, activity } = lists(page);
  const entry = tickets.getByRole("listitem");
  await expect(entry).toContainText("Broken shade");
  for (const part of ["Ticket: 0001", "The shade of my lamp is broken.", "Nora Lind", "Open", "Medium"]) {
    await expect(entry).toContainText(part);
  }
  await expect(entry).toContainText(/Customer #[0-9a-f]{8}/);
  await expect(activity.getByRole("listitem")).toContainText("Nora Lind created the ticket");
  await nora.writes({ to: address, subject: "Spare bulb", text: "Which bulb do I need for it?" });
  await showsFigures(page, { "Total Tickets": ["2"], "Open Tickets": ["2"] });

  await entry.filter({ hasText: "Broken shade" }).click({ position: { x: 5, y: 5 } });
  await expect(page).toHaveURL(/\/dashboard\?ticket=/);
  const ticket = ticketScreen(page);
  await ticket.reply("A new shade is on its way.");
  await page.keyboard.press("Escape");
  await expect(ticket.dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "Customer Support Dashboard" })).toBeVisible();
  await expect(entry.first()).toContainText("Broken shade");
  await expect(entry.first()).toContainText("2messages");
  await expect(activity.getByRole("listitem").nth(0)).toContainText("Olive Owner took the ticket");
  await expect(activity.getByRole("listitem").nth(1)).toContainText("Olive Owner replied");

  const { items }: TicketList = await (await page.request.get("/api/tickets")).json();
  const bulb = items.find(({ subject }) => subject === "Spare bulb")?.id;
  await page.request.post(`/api/tickets/${bulb}/status`, { data: { status: "resolved" } });
  await showsFigures(page, { "Total Tickets": ["2"], "Open Tickets": ["1"], "Resolved Today": ["1"] });
  await expect(activity.getByRole("listitem").first()).toContainText("changed the status from Open to Resolved");
  expect(await findAccessFaults(page)).toEqual([]);

  const link = activity.getByRole("link").first();
  await tabTo(page, link);
  await page.keyboard.press("Enter");
  await expect(ticket.dialog.getByText("This ticket is archived")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(link).toBeFocused();
  await page.goBack();
  await expect(ticket.dialog).toBeVisible();
});

test("a part that could not be loaded says so and is tried again, the others stay", async () => {
  const { page, address } = await desk.newStore("half-moon");
  const nora = desk.newCustomer("Nora Lind", "nora@lind.example");
  await nora.writes({ to: address, subject: "Broken shade", text: "The shade of my lamp is broken." });
  const { tickets, activity } = lists(page);
  const broken = "**/api/dashboard/recent-tickets";
  await page.route(broken, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/dashboard");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Failed to load recent tickets");
  await showsFigures(page, { "Total Tickets": ["1"] });
  await expect(activity.getByRole("listitem").first()).toContainText("Broken shade");
  expect(await findAccessFaults(page)).toEqual([]);

  await page.unroute(broken);
  // News of the mail may have it tried again before this press.
  await Promise.race([alert.getByRole("button", { name: "Try again" }).click(), alert.waitFor({ state: "hidden" })]);
  await expect(tickets.getByRole("listitem")).toContainText("Broken shade");
  await expect(alert).toBeHidden();

  // What is there stays when it cannot be renewed. A list that was asked for before may bring the new ticket too.
  await page.route(broken, (route) => route.fulfill({ status: 500, body: "{}" }));
  await nora.writes({ to: address, subject: "Spare bulb", text: "Which bulb do I need for it?" });
  await expect(alert).toContainText("Failed to load recent tickets");
  await expect(tickets.getByRole("listitem").filter({ hasText: "Broken shade" })).toBeVisible();
});

function lists(page: Page) {
  return {
    tickets: page.getByRole("list", { name: "Recent support tickets" }),
    activity: page.getByRole("list", { name: "Recent activity" }),
  };
}

/** The cards, by their titles: each shows these words, the value first. */
async function showsFigures(page: Page, figures: Record<string, string[]>): Promise<void> {
  const metrics = page.getByRole("region", { name: "Metrics" });
  for (const [title, [value = "", change = ""]] of Object.entries(figures)) {
    const shown = metrics.locator("dl > div").filter({ hasText: title }).getByRole("definition");
    await expect(shown.first()).toHaveText(value);
    await expect(shown.last()).toContainText(change);
  }
}
