import { randomUUID } from "node:crypto";
import type { TicketDetail, TicketList } from "@deskhand/contract/tickets";
import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { findAccessFaults } from "./find-access-faults.ts";
import { listedTickets, openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("an answer to a pending ticket is new until it is opened, needs a reply until it has one, and is found by chip and order", async () => {
  const { page, address, ticketsPath } = await desk.newStore("night-owl");
  const rae = desk.newCustomer("Rae Moss", "rae@moss.example");
  await rae.writes({ to: address, subject: "Broken lamp", text: "The lamp that came today does not light up." });
  await tickets(page, 1);
  const tom = desk.newCustomer("Tom Reed", "tom@reed.example");
  await tom.writes({ to: address, subject: "Gift card", text: "Can the gift card be used for the sale?" });
  const [, lamp] = await tickets(page, 2);
  const reply = (content: string) => answer(page, lamp?.id ?? "", content);
  await reply("Which bulb is in it?");
  const pending = await page.request.post(`/api/tickets/${lamp?.id}/status`, { data: { status: "pending" } });
  expect(pending.ok()).toBe(true);

  await page.goto(ticketsPath);
  const row = listedTickets(page, "Broken lamp");
  await expect(row).toContainText("Pending");
  await expect(row).not.toContainText("Needs reply");
  await expect(listedTickets(page, "Gift card")).toContainText("Needs reply");
  await rae.replies(await desk.mailbox.next(rae.email), "It is the one that came with it. Any news?");
  for (const words of ["New reply", "Needs reply", "Open", "It is the one that came with it."]) {
    await expect(row).toContainText(words);
  }
  await expect(row.getByText("Last activity")).toBeAttached();
  expect(await findAccessFaults(page)).toEqual([]);

  const ticket = await openTicket(page, "Broken lamp");
  await expect(row).not.toContainText("New reply");
  await ticket.close();
  await page.reload();
  await expect(row).toContainText("Needs reply");
  await expect(row).not.toContainText("New reply");

  const chip = (name: string) => page.getByRole("button", { name, exact: true });
  const main = page.getByRole("main");
  await expect(listedTickets(page).first()).toContainText("Gift card");
  await page.getByRole("combobox", { name: "Sort" }).selectOption("Latest activity");
  await expect(page).toHaveURL(/sort=activity/);
  await expect(listedTickets(page).first()).toContainText("Broken lamp");
  // It is how this person likes it, on every device.
  await page.goto(ticketsPath);
  await expect(listedTickets(page).first()).toContainText("Broken lamp");
  await page.goto(`${ticketsPath}?needsReply=true&tag=&sort=newest`);
  await expect(main.getByText("Showing 2 of 2 tickets")).toBeVisible();
  await expect(chip("Needs reply")).toHaveAttribute("aria-pressed", "true");
  await reply("A new bulb leaves today.");
  await expect(main.getByText("Showing 1 of 1 tickets")).toBeVisible();
  await chip("Unassigned").click();
  await expect(page).toHaveURL(/assignee=nobody/);
  await expect(listedTickets(page).first()).toContainText("Gift card");
  await chip("Mine").click();
  await expect(page).toHaveURL(/assignee=me/);
  await expect(main.getByText("Try adjusting your filter criteria")).toBeVisible();
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(main.getByText("Showing 2 of 2 tickets")).toBeVisible();

  await chip("pending").click();
  await chip("resolved").click();
  await expect(page).toHaveURL(/view=archive/);
  await chip("resolved").click();
  await expect(page).not.toHaveURL(/view=/);
  await expect(page).toHaveURL(/status=pending/);
});

test("the list keeps still under the pointer and the focus, and says what waits", async () => {
  const { page, address, ticketsPath } = await desk.newStore("calm-waters");
  const ann = desk.newCustomer("Ann Wood", "ann@wood.example");
  const write = (subject: string) => ann.writes({ to: address, subject, text: `Please tell me about the ${subject}.` });
  await write("first basket");
  await tickets(page, 1);
  await write("second basket");
  await tickets(page, 2);
  await page.goto(ticketsPath);
  const rows = listedTickets(page);
  const line = (text: string) => page.getByRole("button", { name: text, exact: true });
  await rows.last().hover();
  // What finds out which rows to draw has come.
  await expect(rows.last()).toHaveCSS("position", "absolute");
  const place = await rows.last().boundingBox();
  await write("third basket");
  await expect(line("1 new ticket, show")).toBeVisible();
  await write("fourth basket");
  await expect(line("2 new tickets, show")).toBeVisible();
  await expect(page.getByText("Active Tickets (4)")).toBeVisible();
  await expect(rows).toHaveCount(2);
  expect(await rows.last().boundingBox()).toEqual(place);
  expect(await findAccessFaults(page)).toEqual([]);
  await line("2 new tickets, show").click();
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText("fourth basket");

  // The keys that lead through the rows; what is open lies beside them.
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(rows.nth(1).getByRole("link")).toBeFocused();
  await write("fifth basket");
  await expect(line("1 new ticket, show")).toBeVisible();
  await expect(rows.nth(1).getByRole("link")).toBeFocused();
  await page.keyboard.press("u");
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(2).getByRole("link")).toBeFocused();
  // Gone for a moment, it all follows by itself.
  await write("sixth basket");
  await expect(line("1 new ticket, show")).toBeVisible();
  await page.getByPlaceholder("Search tickets...").focus();
  await page.mouse.move(10, 10);
  await expect(rows.first()).toContainText("sixth basket");
  await expect(line("1 new ticket, show")).toBeHidden();
  await page.keyboard.press("Tab");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Show what came in meanwhile");
});

/** The newest tickets first, once there are so many. */
async function tickets(page: Page, count: number): Promise<TicketList["items"]> {
  const list = async (): Promise<TicketList> => (await page.request.get("/api/tickets")).json();
  await expect.poll(async () => (await list()).total, { timeout: 20_000 }).toBe(count);
  return (await list()).items;
}

/** Replies without the screen. */
async function answer({ request }: Page, id: string, content: string): Promise<void> {
  const { messages }: TicketDetail = await (await request.get(`/api/tickets/${id}`)).json();
  const response = await request.post(`/api/tickets/${id}/replies`, {
    data: { content, idempotencyKey: randomUUID(), lastSeenMessageId: messages.at(-1)?.id },
  });
  expect(response.ok()).toBe(true);
}
