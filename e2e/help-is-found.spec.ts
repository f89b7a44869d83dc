import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";

const desk = await openDesk();
const look = openLook();

test("somebody finds help by keyboard, says that it helped, and finds their vote again after a reload", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.goto("/dashboard/help");
  await expect(page.getByRole("heading", { name: "Step 1: Watch Quick Start Videos" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Ticket Management \d+ articles/ })).toBeVisible();
  await look(page, "help");

  const field = page.getByPlaceholder("Type to search help articles...");
  await field.focus();
  await page.keyboard.type("Recovery CODES");
  await expect(
    page.getByRole("paragraph").filter({ hasText: /^Found \d+ articles? matching "Recovery CODES"$/ }),
  ).toBeVisible();
  await look(page, "help-search", [390]);
  const result = page.getByRole("link", { name: /Set up two-factor sign-in/ });
  await result.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Set up two-factor sign-in", level: 1 })).toBeVisible();
  await look(page, "help-article");

  await page.getByRole("button", { name: "Yes, helpful" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Thank you for your feedback!/)).toBeVisible();
  await page.getByRole("radio", { name: "4 stars" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("5/5 rating")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("radio", { name: "5 stars" })).toBeChecked();
  await expect(page.getByRole("button", { name: "Yes, helpful" })).toHaveAttribute("aria-pressed", "true");

  await page.goBack();
  await expect(field).toHaveValue("Recovery CODES");
  await page.getByRole("link", { name: "← Back to All Topics" }).click();
  await page.getByRole("link", { name: /Managing Tickets/ }).click();
  await expect(page.getByRole("dialog", { name: "Managing Tickets" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("link", { name: /Managing Tickets/ })).toBeFocused();

  // The documentation of the installation is its own.
  const documentation = page.getByRole("link", { name: /^Full Documentation/ });
  const [opened] = await Promise.all([page.context().waitForEvent("page"), documentation.click()]);
  await expect(opened.getByRole("heading", { name: "Deskhand documentation" })).toBeVisible();
  await look(opened, "documentation", [390]);
});
