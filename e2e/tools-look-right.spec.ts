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
  await palette.getByRole("combobox").fill("zwirbelkraut");
  await expect(palette.locator("mark")).toHaveCount(0);
  await look(page, "search-empty");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await look(page, "keys");
});
