import type { Page } from "playwright";
import { test } from "vitest";
import { type Desk, openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { findAccessFaults } from "../find-access-faults.ts";
import { linkIn } from "../sign-up-store.ts";

const desk = await openDesk();
const users = "/dashboard/admin?view=users";
const password = "another horse battery";

const rowOf = (page: Page, name: string) =>
  page.getByRole("table", { name: "Users" }).getByRole("row").filter({ hasText: name });

/** Invites a person on screen, who joins by the mail's link; returns that person's page. */
async function invite({ mailbox, newPage }: Desk, admin: Page, name: string, email: string): Promise<Page> {
  await admin.getByRole("button", { name: "Invite Team Member" }).click();
  const dialog = admin.getByRole("dialog", { name: "Invite Team Member" });
  const send = dialog.getByRole("button", { name: "Send Invitation" });
  await expect(send).toBeDisabled();
  await dialog.getByLabel("Email Address").fill("  ");
  await dialog.getByLabel("Full Name").fill(name);
  await expect(send).toBeDisabled();
  await dialog.getByLabel("Email Address").fill("nobody");
  await send.click();
  await expect(dialog.getByText("Please enter a valid email address")).toBeVisible();
  await dialog.getByLabel("Email Address").fill(email);
  await expect(dialog.getByLabel("Role")).toHaveValue("agent");
  expect(await findAccessFaults(admin)).toEqual([]);
  await send.dblclick();
  await expect(dialog).toBeHidden();
  await expect(admin.getByText(`Invitation sent to ${email}`).first()).toBeVisible();
  await expect(rowOf(admin, name)).toContainText("Invited");
  await expect(rowOf(admin, name)).toContainText("Never");
  const page = await newPage();
  await accept(page, linkIn((await mailbox.next(email)).text), name);
  return page;
}

/** Accepts an invitation on the page that its link opens. */
async function accept(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "You are invited" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Full Name" })).toHaveValue(name);
  await page.getByPlaceholder("Choose a password").fill(password);
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page).toHaveURL("/dashboard");
}

test("the audit log is filtered, paged and downloaded, and fits a phone", async () => {
  const { page } = await desk.newStore("logged");
  await page.goto(users);
  await invite(desk, page, "Lena Logged", "lena@logged.example");
  await page.reload();
  await rowOf(page, "Lena").getByRole("link", { name: "Audit log of Lena Logged" }).click();
  await expect(page).toHaveURL(/view=audit-log&person=/);
  const table = page.getByRole("table", { name: "Audit log" });
  await expect(table).toContainText("Lena Logged <lena@logged.example>");
  await expect(table.getByRole("row").filter({ hasText: "Invited" })).toHaveCount(1);
  await page.getByLabel("Kind").selectOption("billing");
  await expect(page.getByText("No entries found")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(table.getByRole("row").filter({ hasText: "Signed in" }).first()).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  expect(await findAccessFaults(page)).toEqual([]);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [users, "/dashboard/admin?view=audit-log"]) {
      await page.goto(path);
      await page.getByRole("table").waitFor();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0);
      await page.screenshot({ path: `e2e/output/team-${width}-${path.endsWith("users") ? "users" : "log"}.png` });
      expect(await findAccessFaults(page)).toEqual([]);
    }
  }
});
