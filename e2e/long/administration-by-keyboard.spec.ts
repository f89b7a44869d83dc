import type { Locator, Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { pressToGo } from "../press-to-go.ts";
import { seesAfter } from "../sees-after.ts";
import { tabTo } from "../tab-to.ts";

const desk = await openDesk();

/** Tabs to a control, checks that the focus is visible, and presses Enter. */
async function enter(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await expect(control).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Enter");
}

async function toPart(page: Page, name: string): Promise<void> {
  await enter(page, page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name, exact: true }));
  await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
}

test("a store is renamed, a colleague invited and promoted, a colour changed and the mail log read without a mouse", async () => {
  const { page } = await desk.newStore("by-keyboard");
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await pressToGo(page, "a", "/dashboard/admin");

  const rename = page.getByRole("button", { name: "Edit store name" });
  await rename.waitFor();
  await enter(page, rename);
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Without A Mouse");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Without A Mouse", { exact: true }).first()).toBeVisible();
  await expect(rename).toBeFocused();

  await toPart(page, "User Management");
  const invite = page.getByRole("button", { name: "Invite Team Member" });
  await enter(page, invite);
  await expect(page.getByLabel("Email Address")).toBeFocused();
  await page.keyboard.type("kai@by-keyboard.example");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Kai Keys");
  await page.keyboard.press("Enter");
  const edit = page.getByRole("button", { name: "Edit Kai Keys" });
  await expect(edit).toBeVisible();
  await expect(invite).toBeFocused();
  await desk.mailbox.next("kai@by-keyboard.example");

  await enter(page, edit);
  const role = page.getByRole("dialog", { name: "Edit User: Kai Keys" });
  await expect(role.getByLabel("Role")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await enter(page, role.getByRole("button", { name: "Update Role" }));
  await expect(role).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: "Kai Keys" })).toContainText("Supervisor");
  await expect(edit).toBeFocused();

  await toPart(page, "Email Settings");
  const color = page.getByRole("textbox", { name: "Primary Color", exact: true });
  await color.waitFor();
  await tabTo(page, color);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("#224466");
  await seesAfter(() => page.keyboard.press("Enter"), page, "Email settings saved successfully!");

  await toPart(page, "Mail Log");
  const mail = page.getByRole("button", { name: /Invitation to the team/ });
  await mail.waitFor();
  await enter(page, mail);
  const opened = page.getByRole("dialog", { name: /Invitation to the team/ });
  await expect(opened.getByText("kai@by-keyboard.example").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opened).toBeHidden();
  await expect(mail).toBeFocused();
});
