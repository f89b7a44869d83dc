import type { TicketCard } from "@deskhand/contract/tickets";
import type { APIRequestContext, Page } from "playwright";
import { afterAll, test } from "vitest";
import { openDesk, placeOfWorker } from "./desk.ts";
import { expect } from "./expect.ts";
import { openStoreTime, type StoreTime } from "./pass-time.ts";
import { linkIn, type Store } from "./sign-up-store.ts";
import { listedTickets } from "./ticket-screen.ts";

const desk = await openDesk();
let time: StoreTime | undefined;
afterAll(() => time?.close());

const forBen = "A vase for Ben";
const forNobody = "A lamp for nobody";

test("nobody is told of a target while the store is closed; in the morning its assignee is, once, or who leads where it is nobody's", async () => {
  const store = await desk.newStore("night-watch");
  const { page: lead, address, browser, ticketsPath } = store;
  time = await openStoreTime(placeOfWorker(), address);
  const ben = await invite(store);
  await lead.goto(ticketsPath);
  const rosa = desk.newCustomer("Rosa Klee", "rosa@klee.example");
  for (const subject of [forBen, forNobody]) {
    await rosa.writes({ to: address, subject, text: "Where is it?" });
    await expect(listedTickets(lead, subject)).toBeVisible();
  }
  await setTargets(browser.request);
  await lead.reload();
  for (const subject of [forBen, forNobody])
    await expect(listedTickets(lead, subject)).toContainText(/1 h 5\d min left/);

  const both = (look: (person: Page, subject: string) => Promise<void>) =>
    Promise.all([look(lead, forNobody), look(ben, forBen)]);

  // The store closes twenty minutes later. In the night the time stands still, and nobody hears of it.
  await time.pass(8);
  await time.tellOfTargets();
  await both(async (person, subject) => {
    await person.goto(ticketsPath);
    await expect(listedTickets(person, subject)).toContainText(/1 h (?:39|4\d) min left/);
    await expectBehind(person, "At risk", 0);
    expect(await told(person)).toEqual([]);
  });

  // It opened an hour and twenty minutes ago.
  await time.pass(6);
  await time.tellOfTargets();
  await both(async (person, subject) => {
    await person.goto(ticketsPath);
    await expect(listedTickets(person, subject)).toContainText(/(?:1\d|2[01]) min left/);
    await expectBehind(person, "At risk", 2);
    expect(await told(person)).toEqual([`is close to breaching its target (first reply): ${subject}`]);
  });

  await time.pass(1);
  await time.tellOfTargets();
  await both(async (person, subject) => {
    await person.goto(ticketsPath);
    await expect(listedTickets(person, subject)).toContainText(/Breached (?:39|4\d) min ago/);
    await expectBehind(person, "Breached", 2);
    expect(await told(person)).toEqual([
      `has breached its target (first reply): ${subject}`,
      `is close to breaching its target (first reply): ${subject}`,
    ]);
  });
});

/** Ben's page, who joined the store. */
async function invite({ browser }: Store): Promise<Page> {
  const email = "ben@night-watch.example";
  await post(browser.request, "/api/team/invitations", { email, name: "Ben Bright", role: "agent" });
  const ben = await desk.newPage();
  await ben.goto(linkIn((await desk.mailbox.next(email)).text));
  await ben.getByPlaceholder("Choose a password").fill("a watch for the night");
  await ben.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(ben).toHaveURL("/dashboard");
  return ben;
}

/** Gives Ben his ticket, and the store hours that end twenty minutes after the first mail, with two hours for a first reply. */
async function setTargets(request: APIRequestContext): Promise<void> {
  const { items }: { items: TicketCard[] } = await (await request.get("/api/tickets")).json();
  const bens = items.find(({ subject }) => subject === forBen);
  const people: { items: { id: string; name: string }[] } = await (await request.get("/api/team")).json();
  const assignedTo = people.items.find(({ name }) => name === "Ben Bright")?.id;
  await request.fetch(`/api/tickets/${bens?.id}`, { method: "PATCH", data: { assignedTo } });
  const at = new Date(bens?.createdAt ?? "");
  // By the clocks of a zone five hours behind, which is ten hours ahead in the end.
  const minute = (at.getUTCHours() * 60 + at.getUTCMinutes() - 5 * 60 + 1_440) % 1_440;
  const calendar = await post(request, "/api/hours", {
    name: "Shop",
    timeZone: "Etc/GMT+5",
    week: Array.from({ length: 7 }, () => spansOfDay(minute + 12 * 60 + 40, minute + 24 * 60 + 20)),
    country: null,
    region: null,
    daysOff: [],
    idempotencyKey: crypto.randomUUID(),
  });
  await post(request, "/api/targets", {
    name: "Everybody",
    matches: "all",
    conditions: [],
    firstReplyMinutes: 120,
    nextReplyMinutes: null,
    resolutionMinutes: null,
    calendarId: calendar.id,
    pausing: [],
    isOn: true,
    idempotencyKey: crypto.randomUUID(),
  });
}

/** The spans of each day of hours that are the same every day, given in minutes of which some may be the next day's. */
function spansOfDay(from: number, to: number): [number, number][] {
  const [begin, end] = [from % 1_440, to % 1_440];
  return begin < end
    ? [[begin, end]]
    : [
        [0, end],
        [begin, 1_440],
      ];
}

async function post(request: APIRequestContext, path: string, data: object): Promise<{ id: string }> {
  const response = await request.post(path, { data });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return response.json();
}

/** Expects so many tickets behind a chip of the list. */
async function expectBehind(page: Page, chip: "At risk" | "Breached", count: number): Promise<void> {
  const listed = page.waitForResponse((answer) => /\/api\/tickets\?.*(?:atRisk|breached)/.test(answer.url()));
  await Promise.all([listed, page.getByRole("button", { name: chip, exact: true }).click()]);
  await expect(listedTickets(page)).toHaveCount(count);
}

/** What somebody was told of targets, newest first, as the bell shows it. */
async function told(page: Page): Promise<string[]> {
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const bell = page.getByRole("dialog", { name: "Notifications" });
  await expect(bell.getByText("New Ticket").first()).toBeVisible();
  const items = await bell.getByRole("listitem").allTextContents();
  await page.keyboard.press("Escape");
  return items.flatMap((text) => /(?:is close|has breached).*for (?:Ben|nobody)/.exec(text)?.[0] ?? []);
}
