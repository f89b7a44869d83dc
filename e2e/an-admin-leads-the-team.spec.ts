import type { Page } from "playwright";
import { test } from "vitest";
import { type Desk, openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { findAccessFaults } from "./find-access-faults.ts";
import { linkIn } from "./sign-up-store.ts";

const desk = await openDesk();
const users = "/dashboard/admin?view=users";
const password = "another horse battery";

const rowOf = (page: Page, name: string) =>
  page.getByRole("table", { name: "Users" }).getByRole("row").filter({ hasText: name });

/** Invites somebody by the screen, who takes it up by the mail's link; gives their browser's page. */
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

/** Takes an invitation up on the page that its link opens. */
async function accept(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "You are invited" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Full Name" })).toHaveValue(name);
  await page.getByPlaceholder("Choose a password").fill(password);
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page).toHaveURL("/dashboard");
}

test("an agent looks on, is promoted while working, and thrown out at once when deactivated", async () => {
  const { page: admin } = await desk.newStore("led-team");
  await admin.goto(users);
  const agent = await invite(desk, admin, "Nia Newcomer", "nia@led-team.example");
  await agent.goto(users);
  await expect(agent.getByText("View Only Access")).toBeVisible();
  await expect(agent.getByRole("columnheader", { name: "Actions" })).toBeHidden();
  await expect(agent.getByRole("button", { name: "Invite Team Member" })).toBeHidden();
  await expect(agent.getByRole("link", { name: "Audit Log" })).toBeHidden();
  expect(await findAccessFaults(agent)).toEqual([]);
  const refused = await agent.request.post("/api/team/invitations", {
    headers: { origin: desk.url },
    data: { email: "x@led-team.example", name: "X" },
  });
  expect([refused.status(), (await refused.json()).message]).toEqual([403, "Only administrators can invite users"]);

  await admin.reload();
  const own = rowOf(admin, "(You)");
  for (const name of [/^Edit/, /^Deactivate/, /^Delete/])
    await expect(own.getByRole("button", { name })).toBeDisabled();
  await expect(own.getByRole("button", { name: /^Delete/ })).toHaveAttribute("title", "You cannot delete yourself");
  await expect(rowOf(admin, "Nia")).not.toContainText("Invited");

  await rowOf(admin, "Nia").getByRole("button", { name: "Edit" }).click();
  const edit = admin.getByRole("dialog", { name: "Edit User: Nia Newcomer" });
  const update = edit.getByRole("button", { name: "Update Role" });
  await expect(update).toBeDisabled();
  await edit.getByLabel("Role").selectOption("admin");
  expect(await findAccessFaults(admin)).toEqual([]);
  await update.click();
  await expect(edit).toBeHidden();
  // Without reloading.
  await expect(agent.getByText("View Only Access")).toBeHidden();
  await expect(agent.getByRole("button", { name: "Invite Team Member" })).toBeVisible();
  await agent.getByRole("link", { name: "Audit Log", exact: true }).click();
  await expect(agent.getByRole("table", { name: "Audit log" })).toContainText("from: agent, to: admin");

  // Taken back while a dialog of theirs is open: what they send is refused, and the screen obeys again.
  await agent.getByRole("link", { name: "User Management" }).click();
  await agent.getByRole("button", { name: "Invite Team Member" }).click();
  await agent.getByRole("dialog").getByLabel("Email Address").fill("late@led-team.example");
  await agent.getByRole("dialog").getByLabel("Full Name").fill("Too Late");
  await rowOf(admin, "Nia").getByRole("button", { name: "Edit" }).click();
  await edit.getByLabel("Role").selectOption("agent");
  await update.click();
  await expect(edit).toBeHidden();
  await expect(agent.getByText("View Only Access")).toBeVisible();
  await expect(agent.getByRole("dialog")).toBeHidden();
  expect(desk.mailbox.all("late@led-team.example")).toEqual([]);

  await rowOf(admin, "Nia").getByRole("button", { name: "Deactivate" }).click();
  const question = admin.getByRole("dialog", { name: "Deactivate User" });
  await expect(question).toContainText(
    "Are you sure you want to deactivate Nia Newcomer? They will no longer be able to access the system.",
  );
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Deactivate" }).click();
  await expect(rowOf(admin, "Nia")).toContainText("Inactive");
  await expect(agent).toHaveURL(/\/login/);

  await rowOf(admin, "Nia").getByRole("button", { name: "Activate" }).click();
  await expect(rowOf(admin, "Nia").getByText("Active", { exact: true })).toBeVisible();
  await rowOf(admin, "Nia").getByRole("button", { name: "Delete" }).click();
  const farewell = admin.getByRole("dialog", { name: "Delete User" });
  await expect(farewell).toContainText(
    "Are you sure you want to permanently delete Nia Newcomer? This action cannot be undone.",
  );
  await farewell.getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(admin, "Nia")).toBeHidden();
});

test("the audit log is narrowed, paged and downloaded, and fits a phone", async () => {
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

test("an invitation's link opens one account once; who has one elsewhere is told so by mail alone", async () => {
  const [{ page: admin }, other] = await Promise.all([desk.newStore("invites"), desk.newStore("has-owner")]);
  await admin.goto(users);
  const send = async (name: string, email: string) => {
    await admin.getByRole("button", { name: "Invite Team Member" }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByLabel("Email Address").fill(email);
    await dialog.getByLabel("Full Name").fill(name);
    await dialog.getByRole("button", { name: "Send Invitation" }).click();
    await expect(admin.getByText(`Invitation sent to ${email}`).first()).toBeVisible();
    return desk.mailbox.next(email);
  };
  const link = linkIn((await send("Rae Recent", "rae@invites.example")).text);
  const rae = await desk.newPage();
  // What the link is not for it does not open.
  await rae.goto(link.replace("/invitation", "/reset-password"));
  await expect(rae.getByRole("alert")).toContainText("This link is not valid");
  await accept(rae, link, "Rae Recent");
  await expect(rae.getByText("rae@invites.example")).toBeVisible();
  const second = await desk.newPage();
  await second.goto(link);
  await expect(second.getByRole("alert")).toHaveText("This link has been used already");

  // Answered as any other, and nothing changes where they are.
  const told = await send("Olive Owner", other.email);
  expect(told.text).toContain("You already have an account with this e-mail address");
  await other.page.goto("/dashboard/admin");
  await expect(other.page.getByText("Has Owner", { exact: true })).toBeVisible();

  // Withdrawn before it was taken up.
  const withdrawn = linkIn((await send("Wil Withdrawn", "wil@invites.example")).text);
  await rowOf(admin, "Wil").getByRole("button", { name: "Delete" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(admin, "Wil")).toBeHidden();
  const late = await desk.newPage();
  await late.goto(withdrawn);
  await expect(late.getByRole("alert")).toHaveText("This invitation was withdrawn. Ask whoever invited you");
});
