import type { Locator, Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";

const desk = await openDesk();

test("a merchant learns what the product does, tries it, watches it, and finds price, sign-in and help; no other server is asked", async () => {
  const page = await desk.newPage();
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(desk.url) || request.method() !== "GET") elsewhere.push(request.url());
  });
  await page.goto("/");
  for (const id of ["features", "testimonials", "pricing", "contact"]) {
    await page.getByRole("navigation", { name: "Sections" }).locator(`a[href="#${id}"]`).click();
    await expect(page.locator(`#${id}`)).toBeInViewport();
  }
  await expect(page.getByRole("article", { name: "Monthly Pro" })).toContainText("$12");
  await expect(page.getByRole("article", { name: "Lifetime Access" })).toContainText("$100");
  await page.getByText("Is there a free trial?").click();
  await expect(page.getByText("Yes: 14 days, and no card is required.")).toBeVisible();
  await tryIt(page);
  await scrollScreens(page);

  await page.getByRole("button", { name: "See It In Action (2 min)" }).click();
  const film = page.getByRole("dialog", { name: "See It In Action" });
  await expectToPlay(film.locator("video"));
  await page.keyboard.press("Escape");
  await expect(film).toBeHidden();
  for (const name of ["Privacy Policy", "Terms of Service"]) {
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name }).click();
    await expect((await opened).getByRole("heading", { level: 1, name })).toBeVisible();
  }
  expect(elsewhere).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  await page.getByRole("link", { name: "Get Started Free", exact: true }).first().click();
  await expect(page.getByText("Join Deskhand today")).toBeVisible();

  await readWithoutScript(await desk.newPage({ javaScriptEnabled: false, reducedMotion: "no-preference" }));
  await findHelp(await signInAtDemoStore(desk, "agent"));
});

/** Chooses and answers the demonstration's tickets. */
async function tryIt(page: Page): Promise<void> {
  const first = page.getByRole("article", { name: "Where is my order #1119?" });
  await expect(first.getByText("open", { exact: true })).toBeVisible();
  await first.getByRole("textbox").fill("It is <b>here</b>.");
  await first.getByRole("button", { name: "Send Reply" }).click();
  await expect(first.getByText("It is <b>here</b>.")).toBeVisible();
  await expect(first.getByText("resolved", { exact: true })).toBeVisible();
  await page.getByRole("radio", { name: /Box arrived/ }).focus();
  await page.keyboard.press("Space");
  await expect(first).toBeHidden();
  await expect(page.getByRole("article", { name: "Box arrived completely crushed" })).toContainText("In Progress");
}

/** With reduced motion nothing moves, and the screens scroll instead. */
async function scrollScreens(page: Page): Promise<void> {
  const strip = page.getByRole("region", { name: "Screens of the product" });
  await expect(strip.locator(".strip-track")).toHaveCSS("animation-name", "none");
  await expect(strip).toHaveCSS("overflow-x", "auto");
  await strip.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => strip.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
}

async function expectToPlay(video: Locator): Promise<void> {
  const seconds = () => video.evaluate((element) => (element instanceof HTMLVideoElement ? element.currentTime : 0));
  await expect.poll(seconds).toBeGreaterThan(0.3);
  await expect(video).toHaveJSProperty("error", null);
  await expect(video).toHaveJSProperty("videoWidth", 1280);
}

async function readWithoutScript(page: Page): Promise<void> {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "See It In Action (2 min)" })).toHaveAttribute("href", /\.webm$/);
  await page.getByText("Invoice with our VAT number").first().click();
  await expect(page.getByText("Here is the invoice for #1125 with your VAT number.")).toBeVisible();
  const track = page.locator(".strip-track");
  await expect(track).toHaveCSS("animation-play-state", "running");
  await page.getByLabel("Hold still").check();
  await page.mouse.move(0, 0);
  await expect(track).toHaveCSS("animation-play-state", "paused");
}

/** Finds an article by keyboard, votes, and finds the vote again after a reload; plays a quick start. */
async function findHelp(page: Page): Promise<void> {
  await page.goto("/dashboard/help");
  const field = page.getByPlaceholder("Type to search help articles...");
  await field.focus();
  await page.keyboard.type("Recovery CODES");
  // The typed text enters the address once typing pauses; the first word's results come earlier.
  await expect(page).toHaveURL(/search=Recovery(?:\+|%20)CODES/);
  const result = page.getByRole("link", { name: /Set up two-factor sign-in/ });
  await result.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Set up two-factor sign-in", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Yes, helpful" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Thank you for your feedback!/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Yes, helpful" })).toHaveAttribute("aria-pressed", "true");
  await page.goBack();
  await expect(field).toHaveValue("Recovery CODES");
  await page.getByRole("link", { name: "← Back to All Topics" }).click();
  await page.getByRole("link", { name: /Managing Tickets/ }).click();
  await expectToPlay(page.getByRole("dialog", { name: "Managing Tickets" }).locator("video"));
}
