import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { openLive } from "../open-live.ts";
import { signInAtDemoStore } from "../sign-in-at-demo-store.ts";
import { listedTickets } from "../ticket-screen.ts";

const desk = await openDesk();

/** Writes down what a page asks the server for, and what news it is told, from now on. */
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

/** What an address asks for as it loads while nothing happens in the store: whatever happens is rightly asked for again. */
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
  const recorded = record(page);
  for (const address of [...sections.map((section) => `/dashboard${section}`), withTicket]) {
    const asked = await askedByItself(page, address, recorded);
    expect(asked, address).not.toEqual([]);
    expect(twice(asked), address).toEqual([]);
  }
});

test("the list can be used before 200 kB came, its letters and all that is not on it after it", async () => {
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

/** What the page got over the wire for its list: until it stood, without what is fetched once nothing was for 250 ms. */
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
