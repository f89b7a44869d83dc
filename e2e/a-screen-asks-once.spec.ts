import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { listedTickets } from "./ticket-screen.ts";

const desk = await openDesk();

/** Writes down what a page asks the server for, from now on. */
function record(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(`${request.method()} ${pathname}${search}`);
  });
  return asked;
}

/** Waits until the live connection has told what it has to tell, and whatever follows from it was asked for. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(800);
}

const sections = ["", "/tickets", "/customers", "/orders", "/messages", "/reports", "/knowledge", "/admin", "/help"];

test("each section asks for each thing once as it loads", async () => {
  const page = await signInAtDemoStore(desk, "admin");
  await page.goto("/dashboard/tickets");
  await listedTickets(page).first().getByRole("link").click();
  await page.waitForURL(/ticket=/);
  const withTicket = new URL(page.url()).pathname + new URL(page.url()).search;
  // What was demonstrated to this store a moment ago is no news to any of them.
  await page.waitForTimeout(2_500);
  const asked = record(page);
  for (const address of [...sections.map((section) => `/dashboard${section}`), withTicket]) {
    asked.length = 0;
    const connected = page.waitForEvent("websocket");
    await page.goto(address);
    await (await connected).waitForEvent("framereceived", ({ payload }) => payload.includes("ready"));
    await settle(page);
    expect(asked, address).not.toEqual([]);
    expect(twice(asked), address).toEqual([]);
  }
});

test("the list can be used before 200 kB came, its letters and all that is not on it after it", async () => {
  const { url } = desk;
  const state = await (await signInAtDemoStore(desk, "admin")).context().storageState();
  const page = await desk.newPage({ storageState: state, baseURL: url });
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  let bytes = 0;
  network.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto("/dashboard/tickets");
  await expect(listedTickets(page).first()).toBeVisible();
  expect(bytes).toBeLessThan(200_000);
  expect(bytes).toBeGreaterThan(100_000);
});

function twice(asked: readonly string[]): string[] {
  return [...Map.groupBy(asked, (each) => each)].filter(([, same]) => same.length > 1).map(([each]) => each);
}

test("what comes while a page loads is on it, though its list was fetched before", async () => {
  const { page, address, ticketsPath } = await desk.newStore("late-riser");
  const elsewhere = await page.context().newPage();
  // The live connection stands only after the list was fetched and a mail came.
  let connect = () => {};
  const held = new Promise<void>((resolve) => {
    connect = resolve;
  });
  await elsewhere.route("**/assets/socket-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(ticketsPath);
  await elsewhere.goto(ticketsPath);
  await expect(elsewhere.getByText("No active tickets found")).toBeVisible();
  await desk.newCustomer("Lea", "lea@lea.example").writes({ to: address, subject: "Between", text: "Hello." });
  await expect(listedTickets(page, "Between")).toBeVisible();
  await expect(elsewhere.getByText("No active tickets found")).toBeVisible();
  connect();
  await expect(listedTickets(elsewhere, "Between")).toBeVisible();
});

test.each(["localhost", "127.0.0.1"])(
  "at %s one signs in, comes back to where one was, and is told live",
  async (name) => {
    const { email, password, address } = await desk.newStore(`name-${name.replaceAll(".", "-")}`);
    const page = await desk.newPage({ baseURL: desk.url.replace("localhost", name) });
    const wanted = "/dashboard/tickets?status=open&q=lamp";
    await page.goto(wanted);
    await signInHere(page, email, password);
    await expect(page).toHaveURL(wanted);
    await page.goto("/dashboard/tickets");
    await expect(page.getByText("No active tickets found")).toBeVisible();
    await desk.newCustomer("Ola", "ola@ola.example").writes({ to: address, subject: "Live", text: "Hello." });
    await expect(listedTickets(page, "Live")).toBeVisible();

    // The session ends in the middle of it.
    await page.goto(wanted);
    await page.waitForLoadState("networkidle");
    await page.context().clearCookies();
    // Whatever asks the server next finds it gone; the page itself may be quicker than this press.
    const ended = /\/login\?next=/;
    await Promise.race([page.getByRole("button", { name: "Refresh" }).click(), expect(page).toHaveURL(ended)]);
    await expect(page).toHaveURL(ended);
    await signInHere(page, email, password);
    await expect(page).toHaveURL(wanted);
  },
);

async function signInHere(page: Page, email: string, password: string): Promise<void> {
  await page.getByPlaceholder("Enter your email").fill(email);
  await page.getByPlaceholder("Enter your password").fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}
