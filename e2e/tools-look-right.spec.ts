import type { Locator } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();
const look = openLook();

test("the tools of a reply", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.goto("/dashboard/tickets");
  await page.getByRole("list", { name: "Tickets" }).getByRole("link").first().click();
  const { dialog, composer } = ticketScreen(page);
  await composer.press("/");
  await expect(dialog.getByRole("listbox", { name: "Responses" }).getByRole("option").first()).toBeVisible();
  await look(page, "canned-quick");
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Canned Responses" }).click();
  const responses = page.getByRole("dialog", { name: "Canned Responses" });
  await expect(responses.getByRole("article").first()).toBeVisible();
  await look(page, "canned-responses");
  await responses.getByRole("button", { name: "New Response" }).click();
  await expect(page.getByRole("dialog", { name: "Create New Response" })).toBeVisible();
  await look(page, "canned-new");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await dialog.locator("input[type=file]").setInputFiles([
    { name: "Invoice #1152.txt", mimeType: "text/plain", buffer: Buffer.from("Invoice") },
    { name: "Paid twice.txt", mimeType: "text/plain", buffer: Buffer.from("Paid") },
  ]);
  await expect(dialog.getByRole("list", { name: "Files of the reply" }).getByRole("listitem")).toHaveCount(2);
  await composer.fill("hello, i dont know teh answer yet.\n\nBut {{order.size}} is on its way.");
  await look(page, "ticket-with-files");
  await composer.fill(`${"One more line.\n".repeat(20)}{{order.size}}`);
  for (const [width, height] of [
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    // Whatever goes with a reply, the thread can be read and the reply be sent.
    await expect(async () => {
      const send = await dialog.getByRole("button", { name: "Send Reply" }).boundingBox();
      expect((send?.y ?? height) + (send?.height ?? 0)).toBeLessThan(height);
      const thread = await dialog.getByRole("region", { name: "Messages" }).boundingBox();
      expect(thread?.height).toBeGreaterThan(120);
    }).toPass();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await composer.fill("hello, i dont know teh answer yet.\n\nBut {{order.size}} is on its way.");
  await dialog.getByRole("button", { name: "Polish", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Polished reply" })).toBeVisible({ timeout: 30_000 });
  await look(page, "polished");
});

test("search, commands and keys", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.goto("/dashboard");
  await expect(page.getByText("Last 5 updated tickets")).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search", exact: true });
  await expect(palette.getByRole("option").first()).toBeVisible();
  await look(page, "commands");
  await palette.getByRole("combobox").fill("refund");
  await expect(palette.locator("mark").first()).toBeVisible();
  await look(page, "search");
  await palette.getByRole("combobox").fill("tag:return status:open label");
  const chips = palette.getByRole("list", { name: "Filters in the search" }).getByRole("button");
  await expect(chips).toHaveText(["tag: return", "status: open"]);
  await expect(palette.getByRole("combobox")).toHaveValue("label");
  // Until its results are there, those from before are dimmed.
  await expect(palette.getByRole("listbox", { name: "Results" })).toHaveAttribute("aria-busy", "false");
  await look(page, "search-filtered");
  await palette.getByRole("combobox").press("Home");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await expect(chips).toHaveCount(0);
  await palette.getByRole("combobox").fill("zwirbelkraut");
  await expect(palette.getByText("Nothing found for “zwirbelkraut”")).toBeVisible();
  await look(page, "search-empty");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await look(page, "keys");
});

test.each([1440, 390])("what hangs on a list and on a ticket, %i pixels wide", async (width) => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.setViewportSize({ width, height: 800 });
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
  await lookAtHanging("ticket-send", button("Send and set the status"), item("Send and set Resolved"));
});
