import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { findLighthouseFaults } from "./find-lighthouse-faults.ts";
import { openLook } from "./look-at.ts";

const desk = await openDesk();
const look = openLook();

async function openFrontDoor(options: Parameters<typeof desk.newPage>[0] = {}): Promise<Page> {
  const page = await desk.newPage(options);
  await page.goto("/");
  return page;
}

/** Loads what is loaded only when it comes near. */
async function scrollThrough(page: Page): Promise<void> {
  for (const image of await page.locator("img[loading=lazy]").all()) await image.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 0));
}

test("a merchant finds what it does, what it costs and the way in", async () => {
  const page = await openFrontDoor({ reducedMotion: "reduce" });
  for (const id of ["features", "testimonials", "pricing", "contact"]) {
    await page.getByRole("navigation", { name: "Sections" }).locator(`a[href="#${id}"]`).click();
    await expect(page.locator(`#${id}`)).toBeInViewport();
  }
  for (const [name, price] of [
    ["Monthly Pro", "$12"],
    ["Lifetime Access", "$100"],
  ] as const) {
    await expect(page.getByRole("article", { name })).toContainText(price);
  }
  await page.getByText("Is there a free trial?").click();
  await expect(page.getByText("Yes: 14 days, and no card is required.")).toBeVisible();
  for (const name of ["Privacy Policy", "Terms of Service"]) {
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name }).click();
    await expect((await opened).getByRole("heading", { level: 1, name })).toBeVisible();
  }
  for (const name of ["Sign In", "Get Started", "Get Started Free", "Start Free Trial", "Get Lifetime Access"]) {
    await page.goto("/");
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.waitForURL(/\/login(?:\?|$)/);
    const card = name === "Sign In" ? "Access your secure account" : "Join Deskhand today";
    await expect(page.getByText(card)).toBeVisible();
  }
});

test("the demonstration's tickets are chosen and answered, and nothing leaves the browser", async () => {
  const page = await openFrontDoor();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(request.url());
  });
  const first = page.getByRole("article", { name: "Where is my order #1119?" });
  await expect(first).toContainText("T-1042");
  await expect(first.getByText("open", { exact: true })).toBeVisible();
  await first.getByRole("textbox").fill("It is <b>here</b>.");
  await first.getByRole("button", { name: "Send Reply" }).click();
  await expect(first.getByText("It is <b>here</b>.")).toBeVisible();
  await expect(first.getByText("resolved", { exact: true })).toBeVisible();
  await page.getByRole("radio", { name: /Box arrived/ }).focus();
  await page.keyboard.press("Space");
  await expect(first).toBeHidden();
  await expect(page.getByRole("article", { name: "Box arrived completely crushed" })).toContainText("In Progress");
  expect(sent).toEqual([]);
});

test("without a script everything is there to be read, and the recording is a link", async () => {
  const page = await openFrontDoor({ javaScriptEnabled: false, reducedMotion: "no-preference" });
  await expect(page.getByRole("link", { name: "See It In Action (2 min)" })).toHaveAttribute("href", /\.webm$/);
  await expect(page.getByText("Good news: FedEx delivered your lamp this morning in Porto.").first()).toBeVisible();
  await page.getByText("Invoice with our VAT number").first().click();
  await expect(page.getByText("Here is the invoice for #1125 with your VAT number.")).toBeVisible();
  const track = page.locator(".strip-track");
  await expect(track).toHaveCSS("animation-play-state", "running");
  await page.getByLabel("Hold still").check();
  await page.mouse.move(0, 0);
  await expect(track).toHaveCSS("animation-play-state", "paused");
});

test("who asked for less motion gets none, and scrolls the screens instead", async () => {
  const page = await openFrontDoor({ reducedMotion: "reduce" });
  const strip = page.getByRole("region", { name: "Screens of the product" });
  await expect(strip.locator(".strip-track")).toHaveCSS("animation-name", "none");
  await expect(strip).toHaveCSS("overflow-x", "auto");
  await strip.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => strip.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
});

test("the public pages look right at every width, ask nothing of others and set no cookie", async () => {
  const page = await desk.newPage({ reducedMotion: "reduce" });
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(desk.url)) elsewhere.push(request.url());
  });
  for (const [path, name] of [
    ["/", "landing"],
    ["/privacy.html", "privacy"],
    ["/terms.html", "terms"],
  ] as const) {
    await page.goto(path);
    await scrollThrough(page);
    await look(page, name, [1440, 1024, 768, 390, 360]);
  }
  expect(elsewhere).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

test("Lighthouse finds the public pages and the sign-in accessible, well made and easy to find", async () => {
  const mobile = ["/", "/privacy.html", "/terms.html", "/login"].map(
    (path) => ({ url: desk.url + path, form: "mobile" }) as const,
  );
  expect(await findLighthouseFaults([...mobile, { url: `${desk.url}/`, form: "desktop" }], 95)).toEqual([]);
});
