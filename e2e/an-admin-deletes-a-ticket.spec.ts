import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { findAccessFaults } from "./find-access-faults.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { supportAddress } from "./support-address.ts";
import { openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("an admin deletes a ticket after being asked; who has it open is told, and a late answer begins a new one", async () => {
  const admin = await signInAtDemoStore(desk, "admin");
  const mina = await signInAtDemoStore(desk, "agent");
  const subject = "Meant for Quastenhof";
  const list = `/dashboard/tickets?q=${encodeURIComponent(subject)}`;
  await Promise.all([admin, mina].map((page) => page.goto(list)));
  await expect(admin.getByText("No active tickets found")).toBeVisible();
  const ella = desk.newCustomer("Ella Novak", "ella@novak.example");
  await ella.writes({ to: await supportAddress(admin), subject, text: "I meant another shop." });
  const admins = await openTicket(admin, subject);
  const minas = await openTicket(mina, subject);
  await admins.reply("Never mind.");
  await expect(admins.message("Never mind.").getByText("Sent", { exact: true })).toBeVisible();
  const answer = await desk.mailbox.next(ella.email);
  await minas.composer.fill("Shall I look into it?");
  await minas.dialog.getByRole("button", { name: "More actions" }).click();
  await expect(mina.getByRole("menuitem").first()).toBeFocused();
  await expect(mina.getByRole("menuitem", { name: "Delete Ticket..." })).toHaveCount(0);
  await mina.keyboard.press("Escape");

  const more = admins.dialog.getByRole("button", { name: "More actions" });
  await more.focus();
  await admin.keyboard.press("Enter");
  await expect(admin.getByRole("menuitem").first()).toBeFocused();
  await admin.keyboard.press("End");
  await expect(admin.getByRole("menuitem", { name: "Delete Ticket..." })).toBeFocused();
  await admin.keyboard.press("Enter");
  const question = admin.getByRole("dialog", { name: /^Delete Ticket: \d{4}\?$/ });
  await expect(question).toContainText("with 2 messages. This cannot be undone.");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  expect(await findAccessFaults(admin)).toEqual([]);
  await admin.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(more).toBeFocused();

  await more.click();
  await admin.getByRole("menuitem", { name: "Delete Ticket..." }).click();
  await question.getByRole("button", { name: "Delete Ticket" }).click();
  await expect(admins.dialog).toBeHidden();
  await expect(admin.getByText("No active tickets found")).toBeVisible();
  await expect(minas.dialog.getByRole("paragraph").filter({ hasText: "This ticket was deleted" })).toBeVisible();
  await expect(minas.dialog.getByLabel("Your unsent reply")).toHaveValue("Shall I look into it?");
  expect(await findAccessFaults(mina)).toEqual([]);
  await expect(minas.dialog.getByRole("button", { name: "Back to tickets" })).toBeFocused();
  await mina.reload();
  await expect(mina.getByText("Ticket not found or access denied")).toBeVisible();
  await expect(mina.getByLabel("Your unsent reply")).toHaveValue("Shall I look into it?");
  await mina.getByRole("button", { name: "Back to tickets" }).click();
  await expect(mina.getByText("No active tickets found")).toBeVisible();

  await ella.replies(answer, "Thank you anyway.");
  const again = await openTicket(mina, subject);
  await expect(again.message("Thank you anyway.")).toContainText("From: Ella Novak");
  await expect(again.dialog.getByText("1 message", { exact: true })).toBeVisible();
});
