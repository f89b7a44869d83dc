import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page, Route } from "playwright";
import { afterAll, test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { findAccessFaults } from "./find-access-faults.ts";
import { newPlace } from "./new-place.ts";
import { startServer, urlOf } from "./running-server.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { type TicketScreen, ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();
/** The checker is loaded with the first text. */
const whenLoaded = { timeout: 60_000 };

/** The first ticket of the demo store's list. */
async function openFirstTicket(page: Page): Promise<TicketScreen> {
  await page.goto("/dashboard/tickets");
  await page.getByRole("list", { name: "Tickets" }).getByRole("link").first().click();
  const ticket = ticketScreen(page);
  await ticket.composer.waitFor();
  return ticket;
}

const review = (page: Page) => page.getByRole("dialog", { name: "Polished reply" });

test("a draft is polished on this machine, shown as a change, taken or not, and taken back", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  const { dialog, composer } = await openFirstTicket(page);
  const polish = dialog.getByRole("button", { name: "Polish", exact: true });
  await composer.fill("   ");
  await expect(polish).toBeDisabled();

  const draft = "hello, i dont know teh answer to #1042 yet, SKU MB-204-GRY costs $12.50 at https://shop.example/teh.";
  const polished =
    "Hello, I don't know the answer to #1042 yet, SKU MB-204-GRY costs $12.50 at https://shop.example/teh.";
  const seen = Promise.withResolvers<void>();
  const held = async (route: Route) => {
    await seen.promise;
    await route.continue();
  };
  await page.route("**/api/polish", held, { times: 1 });
  await composer.fill(draft);
  await polish.focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Polishing..." })).toBeDisabled();
  seen.resolve();
  await expect(review(page)).toBeVisible(whenLoaded);
  await expect(review(page)).toContainText("4 corrections");
  await expect(review(page).locator("del")).toHaveCount(4);
  await expect(review(page).locator("ins")).toHaveCount(4);
  expect(await findAccessFaults(page)).toEqual([]);

  await page.keyboard.press("Escape");
  await expect(review(page)).toBeHidden();
  await expect(composer).toHaveValue(draft);
  await expect(composer).toBeFocused();

  await polish.click();
  await expect(review(page).getByRole("button", { name: "Use polished text" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(composer).toHaveValue(polished);
  await expect(composer).toBeFocused();
  await expect(dialog.getByText("Polished text used: 4 corrections.")).toBeVisible();
  expect(await findAccessFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(composer).toHaveValue(draft);

  await polish.click();
  await review(page).getByRole("button", { name: "Use polished text" }).click();
  await polish.click();
  await expect(dialog.getByText("Nothing to correct.")).toBeVisible();
  await composer.fill("Vielen Dank für Ihre Nachricht, das Paket ist unterwegs.");
  await expect(dialog.getByText("Nothing to correct.")).toBeHidden();
  await polish.click();
  await expect(dialog.getByRole("combobox", { name: "Language of the reply" })).toHaveValue("de");
  await expect(dialog.getByText("Nothing to correct.")).toBeVisible();
  await expect(composer).toHaveValue("Vielen Dank für Ihre Nachricht, das Paket ist unterwegs.");
});

test("what is typed while a draft is polished is never lost, and every failure is said", async () => {
  const page = await signInAtDemoStore(desk, "supervisor");
  const { dialog, composer } = await openFirstTicket(page);
  const polish = dialog.getByRole("button", { name: "Polish", exact: true });
  const typed = Promise.withResolvers<void>();
  await page.route("**/api/polish", async (route) => {
    await typed.promise;
    await route.continue();
  });
  await composer.fill("we has sent it.");
  await polish.click();
  await expect(composer).toBeFocused();
  await page.keyboard.type(" And more.");
  typed.resolve();
  await expect(dialog.getByText("Your text changed while it was being polished, so nothing was replaced.")).toBeVisible(
    whenLoaded,
  );
  await expect(composer).toHaveValue("we has sent it. And more.");
  await dialog.getByRole("button", { name: "Polish again" }).click();
  await review(page).getByRole("button", { name: "Keep mine" }).click();

  await composer.fill("x".repeat(10_001));
  await polish.click();
  await expect(dialog.getByText("Message is too long (maximum 10,000 characters)")).toBeVisible();
  await composer.fill("we has sent it.");
  await page.context().setOffline(true);
  await polish.click();
  const unreachable = dialog.getByText("Deskhand could not be reached. Check your connection and try again.");
  await expect(unreachable).toBeVisible();
  await dialog.getByRole("button", { name: "Dismiss" }).click();
  await expect(unreachable).toBeHidden();
  await expect(composer).toHaveValue("we has sent it.");
  await page.context().setOffline(false);
  await polish.click();
  await expect(review(page)).toBeVisible();
});

test("with a language model configured, that one polishes, and its failure is said", async () => {
  const model = await startModel();
  const settings = { POLISH_URL: model.url, POLISH_MODEL: "careful" };
  const place = { ...(await newPlace("polished-by-model")), settings };
  const server = await startServer(place);
  try {
    const url = urlOf(place);
    const own = { ...desk, url, newBrowser: () => desk.newBrowser({ baseURL: url }) };
    const page = await signInAtDemoStore(own, "agent");
    const { dialog, composer } = await openFirstTicket(page);
    await composer.fill("i dont have teh #1042 yet.");
    const polish = dialog.getByRole("button", { name: "Polish", exact: true });
    await polish.click();
    await review(page).getByRole("button", { name: "Use polished text" }).click();
    await expect(composer).toHaveValue("I do not have the #1042 yet.");

    await composer.fill("i dont have teh #1042 yet.");
    await model.stop();
    await polish.click();
    await expect(dialog.getByText("Failed to polish message")).toBeVisible();
    await expect(composer).toHaveValue("i dont have teh #1042 yet.");
  } finally {
    await server.stop();
    await rm(place.dataDir, { recursive: true, force: true });
  }
});

let standIn: ChildProcess | null = null;
afterAll(() => standIn?.kill());

/** The stand-in for a language model, as the demo starts it: a process of its own. */
async function startModel(): Promise<{ url: string; stop(): Promise<void> }> {
  const program = join(import.meta.dirname, "..", "stand-ins", "language-model.ts");
  const model = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] });
  standIn = model;
  const [line] = await once(model.stdout, "data");
  const url = /http:\S+/.exec(String(line))?.[0];
  if (url === undefined) throw new Error(`The stand-in did not say where it is: ${line}`);
  return {
    url,
    async stop() {
      model.kill();
      await once(model, "exit");
    },
  };
}
