import type { Locator } from "playwright";
import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { openLook } from "../look-at.ts";
import { signInAtDemoStore } from "../sign-in-at-demo-store.ts";
import { ticketScreen } from "../ticket-screen.ts";

const desk = await openDesk();
const look = openLook();

test.each([1440, 390])("menus and popovers of a list and a ticket look right at %i pixels", async (width) => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const item = (name: string) => page.getByRole("menuitem", { name });
  async function lookAtHanging(name: string, on: Locator, shown: Locator) {
    await on.click();
    await expect(shown).toBeVisible();
    await look(page, name, [width]);
    await page.keyboard.press("Escape");
    await expect(shown).toBeHidden();
  }
  await page.goto("/dashboard/tickets");
  await lookAtHanging("categories", button("Category"), page.getByRole("checkbox", { name: "General" }));
  await lookAtHanging("tags", button("Tag"), page.getByRole("textbox", { name: "Tag to filter by" }));
  await lookAtHanging("bell", page.getByRole("button", { name: /^Notifications/ }), page.getByRole("dialog"));
  await page.getByRole("list", { name: "Tickets" }).getByRole("link").first().click();
  const { dialog, composer } = ticketScreen(page);
  await composer.fill("On its way.");
  const status = dialog.getByTitle("Set the status", { exact: true }).filter({ visible: true });
  await lookAtHanging("ticket-status", status, item("Resolved"));
  await lookAtHanging("ticket-more", button("More actions"), item("Snooze..."));
  await lookAtHanging("ticket-send", button("More ways to send"), item("Send and set Resolved"));
});
