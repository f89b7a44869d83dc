import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { findAccessFaults } from "../find-access-faults.ts";
import { signInAtDemoStore } from "../sign-in-at-demo-store.ts";
import { supportAddress } from "../support-address.ts";
import { openTicket } from "../ticket-screen.ts";

const desk = await openDesk();

/** Makes a new ticket of the demo store and opens it on an agent's screen; returns its customer's address too. */
async function newTicket(subject: string, name: string) {
  const page = await signInAtDemoStore(desk, "agent");
  const email = `${name.toLowerCase()}@resources.example`;
  await desk.newCustomer(name, email).writes({ to: await supportAddress(page), subject, text: "Please help." });
  await page.goto("/dashboard/tickets");
  return { page, email, ticket: await openTicket(page, subject) };
}

const pickerOf = (page: Page) => page.getByRole("dialog", { name: "Agent Resources" });
const questionOf = (page: Page, title: RegExp) => page.getByRole("dialog", { name: title });

test("a resource is read, viewed and linked to, and one deleted meanwhile is named without losing a word", async () => {
  const { page, ticket } = await newTicket("My throw has shrunk", "Jorun");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const picker = pickerOf(page);
  await ticket.composer.fill("Hi Jorun,");
  await ticket.dialog.getByRole("button", { name: "Agent Resources" }).click();
  const item = (title: string) => picker.getByRole("listitem").filter({ hasText: title });

  await picker.getByRole("button", { name: "View Wool and linen: washing instructions" }).click();
  const reader = page.getByRole("dialog", { name: "Wool and linen: washing instructions" });
  await expect(reader.getByText("Pilling in the first weeks")).toBeVisible();
  expect(await findAccessFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(reader).toBeHidden();

  const views = async () => Number(/(\d+) views/.exec((await item("Assembly of the Arc").textContent()) ?? "")?.[1]);
  const before = await views();
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    picker.getByRole("link", { name: /^View Assembly of the Arc/ }).click(),
  ]);
  await tab.close();
  await expect.poll(views).toBe(before + 1);

  await picker.getByRole("button", { name: "Copy Link to Assembly of the Arc floor lamp" }).click();
  const privately = questionOf(page, /^Assembly of/);
  await expect(privately.getByText("Private: customers cannot open this link.")).toBeVisible();
  await privately.getByRole("button", { name: "Copy Link" }).click();
  await expect(picker.getByText("Link copied to clipboard!").first()).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/knowledge\/[0-9a-f-]+\/file$/);
  expect((await fetch(link)).status).toBe(404);
  expect((await page.request.get(link)).status()).toBe(200);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await picker.getByRole("button", { name: "Copy Link to Assembly of the Arc floor lamp" }).click();
  await privately.getByRole("button", { name: "Copy Link" }).click();
  await expect(picker.getByText("The link could not be copied")).toBeVisible();
  await expect(picker.getByLabel("Link", { exact: true })).toHaveValue(link);

  await page.route("**/api/knowledge/*/uses", (route) => {
    const id = /knowledge\/([^/]+)\//.exec(route.request().url())?.[1];
    return route.fulfill({ status: 404, json: refusal([id]) });
  });
  await picker.getByRole("button", { name: /^Attach to Reply: Wool/ }).click();
  await expect(picker.getByText(/“Wool and linen: washing instructions” was deleted meanwhile/)).toBeVisible();
  await page.unroute("**/api/knowledge/*/uses");
  await picker.getByRole("button", { name: /^Attach to Reply: Wool/ }).click();
  await expect(ticket.dialog.getByText("Attached Resources (1)")).toBeVisible();
  // The text is added once the picker is closed.
  await expect(ticket.composer).toHaveValue(/Wool and linen: washing instructions/);
  const written = await ticket.composer.inputValue();

  await page.route("**/replies", (route) => {
    const { resourceIds } = route.request().postDataJSON();
    return route.fulfill({ status: 404, json: refusal(resourceIds) });
  });
  await ticket.dialog.getByRole("button", { name: "Send Reply" }).click();
  const notice = ticket.dialog.getByText(/“Wool and linen: washing instructions” was deleted meanwhile/);
  await expect(notice).toBeVisible();
  await expect(ticket.dialog.getByText("No longer available")).toBeVisible();
  await expect(ticket.composer).toHaveValue(written);
  expect(await findAccessFaults(page)).toEqual([]);
  await ticket.dialog.getByRole("button", { name: /^Remove Wool and linen/ }).click();
  await expect(notice).toBeHidden();
  await page.unroute("**/replies");
  await ticket.send();
});

test("the picker says that it is offline, and loads by itself once the network is back", async () => {
  const { page, ticket } = await newTicket("Where is the manual", "Kaia");
  const picker = pickerOf(page);
  const open = ticket.dialog.getByRole("button", { name: "Agent Resources" });
  // The dialog's code has to load before the network goes.
  await open.click();
  await expect(picker.getByText("11 resources found")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
  await page.context().setOffline(true);
  await open.click();
  await expect(picker.getByText("Failed to load resources")).toBeVisible();
  expect(await findAccessFaults(page)).toEqual([]);
  await page.context().setOffline(false);
  await expect(picker.getByText("11 resources found")).toBeVisible();
});

function refusal(ids: unknown) {
  const message = "This resource was deleted, or you no longer have access to it";
  return { defined: true, code: "resource_not_found", status: 404, message, data: { ids } };
}
