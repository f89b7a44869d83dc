import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { linkIn, type Store } from "./sign-up-store.ts";
import { listedTickets } from "./ticket-screen.ts";

const desk = await openDesk();
const figureOn = (page: Page, label: string) =>
  page
    .getByRole("term")
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator("..")
    .getByRole("link");

/** Has a colleague join by the mail of an invitation. */
async function newAgent({ browser }: Store, email: string): Promise<Page> {
  await browser.request.post("/api/team/invitations", {
    headers: { origin: desk.url },
    data: { email, name: "Nia Newcomer" },
  });
  const page = await desk.newPage();
  await page.goto(linkIn((await desk.mailbox.next(email)).text));
  await page.getByPlaceholder("Choose a password").fill("another horse battery");
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page).toHaveURL("/dashboard");
  return page;
}

/** Answers the newest ticket with these words in its subject. */
async function answer(
  { request }: Pick<BrowserContext, "request">,
  subject: string,
  then: { thenStatus?: "resolved" } = {},
) {
  const { items } = await (await request.get("/api/tickets")).json();
  const { id } = items.find((ticket: { subject: string }) => ticket.subject === subject);
  const { messages } = await (await request.get(`/api/tickets/${id}`)).json();
  const response = await request.post(`/api/tickets/${id}/replies`, {
    data: {
      content: "It is on its way.",
      lastSeenMessageId: messages.at(-1).id,
      idempotencyKey: crypto.randomUUID(),
      ...then,
    },
  });
  expect(response.ok()).toBe(true);
}

test("a lead opens what a figure counted, takes the table along and shares what is shown; an agent sees their own work", async () => {
  const store = await desk.newStore("figures");
  const { page: lead, address, ticketsPath } = store;
  const agent = await newAgent(store, "nia@figures.example");
  const rosa = desk.newCustomer("Rosa Klee", "rosa@klee.example");
  await lead.goto(ticketsPath);
  for (const subject of ["A lamp that flickers", "A rug that frays", "A vase that leaks"]) {
    await rosa.writes({ to: address, subject, text: "Can you help me?" });
    await expect(listedTickets(lead, subject)).toBeVisible();
  }
  await answer(lead, "A lamp that flickers", { thenStatus: "resolved" });
  await answer(agent, "A rug that frays");

  await lead.getByRole("link", { name: "Reports", exact: true }).click();
  await lead.getByLabel("Time", { exact: true }).selectOption({ label: "Last 90 days" });
  await lead.getByLabel("Compared with").selectOption({ label: "Nothing" });
  await expect(figureOn(lead, "New tickets")).toHaveText("3");
  await expect(figureOn(lead, "Resolved tickets")).toHaveText("1");
  const shared = lead.url();
  await figureOn(lead, "Resolved tickets").click();
  await expect(listedTickets(lead)).toHaveCount(1);
  await expect(listedTickets(lead, "A lamp that flickers")).toBeVisible();

  await lead.goBack();
  await lead.getByRole("tab", { name: "Team" }).click();
  await expect(lead.getByRole("table", { name: "Figures by person" }).getByRole("row")).toHaveCount(4);
  const [download] = await Promise.all([
    lead.waitForEvent("download"),
    lead.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines[0]).toMatch(/^\uFEFF?"Person","Replies"/);
  expect(lines.find((line) => line.startsWith('"All"'))).toMatch(/^"All","2"/);

  // The address that a colleague is sent shows the same, of their own work.
  await agent.goto(shared);
  await expect(agent.getByText("What you did")).toBeVisible();
  await expect(agent.getByLabel("Time", { exact: true })).toHaveValue("90d");
  await expect(agent.getByLabel("Compared with")).toHaveValue("none");
  await expect(figureOn(agent, "Replies")).toHaveText("1");
  await expect(figureOn(agent, "Resolved tickets")).toHaveText("0");
  await expect(agent.getByRole("tab", { name: "Costs" })).toBeHidden();
  await figureOn(agent, "Replies").click();
  await expect(listedTickets(agent)).toHaveCount(1);
  await expect(listedTickets(agent, "A rug that frays")).toBeVisible();
});
