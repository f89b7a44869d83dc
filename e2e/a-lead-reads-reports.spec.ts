import { readFile } from "node:fs/promises";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { listedTickets } from "./ticket-screen.ts";

const desk = await openDesk();

test("a lead chooses a time, opens what a figure counted, takes the table along and shares what is shown", async () => {
  const page = await signInAtDemoStore(desk, "supervisor");
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Reports", exact: true }).click();
  await page.getByLabel("Time", { exact: true }).selectOption({ label: "Last 90 days" });
  await page.getByLabel("Compared with").selectOption({ label: "Nothing" });
  await expect(page).toHaveURL(/range=90d.*compare=none|compare=none.*range=90d/);
  const card = page.getByRole("term").filter({ hasText: "Resolved tickets" }).locator("..");
  const count = Number((await card.getByRole("link").textContent())?.replace(",", ""));
  expect(count).toBeGreaterThan(0);
  const shared = page.url();

  await card.getByRole("link").click();
  await expect(page).toHaveURL(/figure=resolved/);
  await expect(page.getByText(new RegExp(`\\b${count} tickets?\\b`)).first()).toBeVisible();
  await expect(listedTickets(page).first()).toBeVisible();

  await page.goBack();
  await page.getByRole("tab", { name: "Customers' Questions" }).click();
  const rows = page.getByRole("table", { name: "Figures by tag" }).getByRole("row");
  await expect(rows.nth(1)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines[0]).toContain('"Tag","New tickets"');
  expect(lines.filter((line) => line !== "").length).toBeGreaterThanOrEqual(await rows.count());

  const colleague = await signInAtDemoStore(desk, "admin");
  await colleague.goto(shared);
  await expect(colleague.getByLabel("Time", { exact: true })).toHaveValue("90d");
  await expect(
    colleague.getByRole("term").filter({ hasText: "Resolved tickets" }).locator("..").getByRole("link"),
  ).toHaveText(String(count));
});

test("an agent sees their own figures alone", async () => {
  const lead = await signInAtDemoStore(desk, "supervisor");
  const agent = await signInAtDemoStore(desk, "agent");
  const replies = async (page: typeof agent) => {
    await page.goto("/dashboard/reports?report=team&range=365d&compare=none");
    const table = page.getByRole("table", { name: "Figures by person" });
    await expect(table).toBeVisible();
    return table.getByRole("row").count();
  };
  expect(await replies(lead)).toBeGreaterThan(2);
  expect(await replies(agent)).toBe(2);
  await expect(agent.getByText("What you did")).toBeVisible();
  await expect(agent.getByRole("tab", { name: "Costs" })).toBeHidden();
  await expect(agent.getByRole("link", { name: "Download CSV" })).toBeHidden();
});
