import type { Page } from "playwright";
import { test } from "vitest";
import { type Desk, openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { linkIn } from "./sign-up-store.ts";
import { openTicket } from "./ticket-screen.ts";

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
  await send.dblclick();
  await expect(dialog).toBeHidden();
  await expect(admin.getByText(`Invitation sent to ${email}`).first()).toBeVisible();
  await expect(rowOf(admin, name)).toContainText("Invited");
  await expect(rowOf(admin, name)).toContainText("Never");
  const page = await newPage();
  const link = linkIn((await mailbox.next(email)).text);
  await accept(page, link, name);
  const second = await newPage();
  await second.goto(link);
  await expect(second.getByRole("alert")).toHaveText("This link has been used already");
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

test("an agent joins once, sees the admin's changes live, is promoted while working, and is signed out at once when deactivated", async () => {
  const { page: admin, address } = await desk.newStore("led-team");
  await admin.goto(users);
  const agent = await invite(desk, admin, "Nia Newcomer", "nia@led-team.example");
  await agent.goto(users);
  await expect(agent.getByText("View Only Access")).toBeVisible();
  await expect(agent.getByRole("columnheader", { name: "Actions" })).toBeHidden();
  await expect(agent.getByRole("button", { name: "Invite Team Member" })).toBeHidden();
  await expect(agent.getByRole("link", { name: "Audit Log" })).toBeHidden();
  const refused = await agent.request.post("/api/team/invitations", {
    headers: { origin: desk.url },
    data: { email: "x@led-team.example", name: "X" },
  });
  expect([refused.status(), (await refused.json()).message]).toEqual([403, "Only administrators can invite users"]);
  await renameStore(admin, agent);
  await deleteTicket(admin, agent, address);
  await Promise.all([admin, agent].map((page) => page.goto(users)));

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
  await update.click();
  await expect(edit).toBeHidden();
  // Shows without a reload.
  await expect(agent.getByText("View Only Access")).toBeHidden();
  await expect(agent.getByRole("button", { name: "Invite Team Member" })).toBeVisible();
  await agent.getByRole("link", { name: "Audit Log", exact: true }).click();
  await expect(agent.getByRole("table", { name: "Audit log" })).toContainText("from: agent, to: admin");

  // The promotion is undone while one of their dialogs is open: the server refuses what they send, and the screen follows.
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

/** Renames the store: colleagues see the name at once, and may not change it. */
async function renameStore(admin: Page, agent: Page): Promise<void> {
  await Promise.all([admin, agent].map((page) => page.goto("/dashboard/admin")));
  await expect(agent.getByText("Led Team", { exact: true })).toBeVisible();
  await expect(agent.getByRole("button", { name: "Edit store name" })).toHaveCount(0);
  await admin.getByRole("button", { name: "Edit store name" }).click();
  const name = admin.getByRole("textbox", { name: "Name" });
  await name.fill("!!!");
  await name.press("Enter");
  await expect(admin.getByText("Store name needs a letter or a number")).toBeVisible();
  await name.fill("Well Led Team");
  await name.press("Enter");
  await expect(agent.getByText("Well Led Team", { exact: true })).toBeVisible();
}

/** Deletes a ticket that a colleague has open: they are told and keep their text; a late answer begins a new ticket. */
async function deleteTicket(admin: Page, agent: Page, address: string): Promise<void> {
  const subject = "Meant for Quastenhof";
  const ella = desk.newCustomer("Ella Novak", "ella@novak.example");
  await ella.writes({ to: address, subject, text: "I meant another shop." });
  await Promise.all([admin, agent].map((page) => page.goto("/dashboard/tickets")));
  const [admins, agents] = [await openTicket(admin, subject), await openTicket(agent, subject)];
  await admins.reply("Never mind.");
  const answer = await desk.mailbox.next(ella.email);
  await agents.composer.fill("Shall I look into it?");
  await agents.dialog.getByRole("button", { name: "More actions" }).click();
  await expect(agent.getByRole("menuitem").first()).toBeFocused();
  await expect(agent.getByRole("menuitem", { name: "Delete Ticket..." })).toHaveCount(0);
  await agent.keyboard.press("Escape");
  await admins.dialog.getByRole("button", { name: "More actions" }).click();
  await admin.getByRole("menuitem", { name: "Delete Ticket..." }).click();
  const question = admin.getByRole("dialog", { name: /^Delete Ticket: \d{4}\?$/ });
  await expect(question).toContainText("with 2 messages. This cannot be undone.");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Delete Ticket" }).click();
  await expect(admin.getByText("No active tickets found")).toBeVisible();
  await expect(agents.dialog.getByRole("paragraph").filter({ hasText: "This ticket was deleted" })).toBeVisible();
  await expect(agents.dialog.getByLabel("Your unsent reply")).toHaveValue("Shall I look into it?");
  await agent.getByRole("button", { name: "Back to tickets" }).click();
  // Otherwise the next row opened could still be that of the deleted ticket.
  await expect(agent.getByText("No active tickets found")).toBeVisible();
  await ella.replies(answer, "Thank you anyway.");
  const again = await openTicket(agent, subject);
  await expect(again.message("Thank you anyway.")).toContainText("From: Ella Novak");
  await expect(again.dialog.getByText("1 message", { exact: true })).toBeVisible();
}
