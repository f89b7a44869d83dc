import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { openLive } from "../open-live.ts";
import { signInAtDemoStore } from "../sign-in-at-demo-store.ts";
import { listedTickets } from "../ticket-screen.ts";

const desk = await openDesk();

/** Records what a page requests and which events it hears, from now on. */
function record(page: Page) {
  const asked: string[] = [];
  const news: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(`${request.method()} ${pathname}${search}`);
  });
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (payload.includes('["event"')) news.push(String(payload));
    }),
  );
  return { asked, news };
}

/** Returns what an address requests as it loads while nothing happens in the store: each event would rightly cause more requests. */
async function askedByItself(
  page: Page,
  address: string,
  { asked, news }: ReturnType<typeof record>,
): Promise<string[]> {
  do {
    asked.length = news.length = 0;
    await openLive(page, address);
    await settle(page);
  } while (news.length > 0);
  return [...asked];
}

/** Waits until the live connection has said everything and the requests that follow are done. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(800);
}

const sections = ["", "/tickets", "/customers", "/orders", "/messages", "/reports", "/knowledge", "/admin", "/help"];

test("each section requests each thing once as it loads", async () => {
  const page = await signInAtDemoStore(desk, "admin");
  await page.goto("/dashboard/tickets");
  await listedTickets(page).first().getByRole("link").click();
  await page.waitForURL(/ticket=/);
  const withTicket = new URL(page.url()).pathname + new URL(page.url()).search;
  const recorded = record(page);
  for (const address of [...sections.map((section) => `/dashboard${section}`), withTicket]) {
    const asked = await askedByItself(page, address, recorded);
    expect(asked, address).not.toEqual([]);
    expect(twice(asked), address).toEqual([]);
  }
});

test("the list can be used before 200 kB have loaded; its font, and everything that it does not show, load later", async () => {
  const { url } = desk;
  const state = await (await signInAtDemoStore(desk, "admin")).context().storageState();
  const page = await desk.newPage({ storageState: state, baseURL: url });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector("[aria-label=Tickets] > li") === null) return;
      performance.mark("listed");
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/dashboard/tickets");
  await expect(listedTickets(page).first()).toBeVisible();
  const bytes = await page.evaluate(bytesUntilListed);
  expect(bytes).toBeLessThan(200_000);
  expect(bytes).toBeGreaterThan(100_000);
});

/** Counts the bytes that the page loaded for its list: those until it showed, without what loads after 250 ms of silence. */
function bytesUntilListed(): number {
  const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].filter(
    (entry) => entry instanceof PerformanceResourceTiming,
  );
  const listedAt = performance.getEntriesByName("listed")[0]?.startTime ?? Number.POSITIVE_INFINITY;
  const lists = entries.filter(({ name }) => new URL(name).pathname === "/api/tickets");
  const dataAt = Math.max(...lists.map(({ responseEnd }) => responseEnd));
  return entries
    .filter(({ startTime, responseEnd }) => responseEnd <= listedAt && startTime < dataAt + 250)
    .reduce((sum, { transferSize }) => sum + transferSize, 0);
}

function twice(asked: readonly string[]): string[] {
  return [...Map.groupBy(asked, (each) => each)].filter(([, same]) => same.length > 1).map(([each]) => each);
}

test("a mail that arrives while a page loads is on it, although the list was fetched earlier", async () => {
  const { page, address, ticketsPath } = await desk.newStore("late-riser");
  const elsewhere = await page.context().newPage();
  // The live connection opens only after the list was fetched and a mail arrived.
  let connect = () => {};
  const mayConnect = new Promise<void>((resolve) => {
    connect = resolve;
  });
  await elsewhere.route("**/assets/socket-*.js", async (route) => {
    await mayConnect;
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

    // The session ends in the middle.
    await page.goto(wanted);
    await page.waitForLoadState("networkidle");
    await page.context().clearCookies();
    // The next request finds the session gone; the page itself may be quicker than this press.
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
