import { randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import type { Page } from "playwright";
import { afterAll, expect, test } from "vitest";
import { expect as soon } from "../e2e/expect.ts";
import { listedTickets, openTicket, type TicketScreen } from "../e2e/ticket-screen.ts";
import { demoAdmin, demoAgent } from "../server/src/testing/load-desk.ts";
import { mailOf } from "../server/src/testing/mail-at-desk.ts";
import { isLong } from "../server/src/testing/run/is-long.ts";
import { openSmtpSink } from "../server/src/testing/smtp-sink.ts";
import { type Fleet, openFleet } from "./fleet.ts";
import { supportAddress } from "./load-fleet.ts";
import { openScreens, type Screen } from "./screens.ts";

/** The minimum number of answers and of restarts. */
const least = Number(process.env.ROUNDS ?? (isLong ? 30 : 5)) / 5;
const sections = [
  ["Dashboard", "Customer Support Dashboard"],
  ["Customers", "Customers"],
  ["Agent Resources", "Resources"],
] as const;
/**
 * Messages that an agent normally sees: about their own work, other people's messages, and a connection that takes over five
 * seconds to come back, as after a stall. Events in between have to be heard all the same.
 */
const usual = /^(?:Loading|Reply sent|New Ticket|\d+ new tickets|The live connection is interrupted)/;

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

async function write(fleet: Fleet, subject: string): Promise<void> {
  const transport = createTransport({ host: "127.0.0.1", port: fleet.smtp.port, ignoreTLS: true });
  const envelope = { from: "relay@example.com", to: supportAddress };
  await transport.sendMail({ envelope, raw: mailOf({ subject, from: `${randomUUID()}@example.com` }) });
  transport.close();
}

type Restarting = { isOn: boolean; restarts: number };

/** Restarts the two web processes in turn, round after round, while `isOn`. */
async function restartInTurn(fleet: Fleet, signal: NodeJS.Signals, going: Restarting): Promise<void> {
  while (going.isOn) {
    for (const index of [0, 1]) {
      expect(await fleet.replace("web", index, signal)).toBe(signal === "SIGTERM" ? 0 : null);
      going.restarts += 1;
    }
  }
}

/** Visits some screens of the desk between tickets; each has to be fetched. */
async function lookAround(page: Page): Promise<void> {
  for (const [section, heading] of sections) {
    await page.getByRole("link", { name: section, exact: true }).click();
    await soon(page.getByRole("heading", { name: heading }).first()).toBeVisible();
  }
}

/** Makes the status a button of its own in open tickets, once the page knows how its person sends. */
async function chooseWhatShows({ page }: Screen): Promise<void> {
  const response = await page.request.patch("/api/desk/preferences", { data: { sendStatus: "pending" } });
  expect(response.ok()).toBe(true);
}

/** Reloads the page and waits until it knows how its person sends: until then it holds each reply for ten seconds. */
async function reload(page: Page, { dialog }: TicketScreen): Promise<void> {
  await page.reload();
  await soon(dialog.getByRole("button", { name: "Send and set Pending" })).toBeVisible();
}

/** A customer writes, one agent sees it, and the other opens it, sorts it, drafts, reloads and answers. */
async function work(fleet: Fleet, { page }: Screen, listener: Screen): Promise<void> {
  const subject = `Lamp ${randomUUID().slice(0, 8)}`;
  await write(fleet, subject);
  await soon(listedTickets(listener.page, subject)).toBeVisible();
  await page.goto("/dashboard/tickets");
  const ticket = await openTicket(page, subject);
  // Leaving the page earlier would cancel the save.
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH" && response.ok());
  await ticket.dialog.getByRole("combobox", { name: "Priority" }).selectOption("low");
  await saved;
  const answer = `It comes soon ${randomUUID()}`;
  await ticket.composer.fill(answer);
  await reload(page, ticket);
  await soon(ticket.composer).toHaveValue(answer);
  await ticket.send();
  await reload(page, ticket);
  await soon(ticket.message(answer)).toHaveCount(1);
  await soon(ticket.dialog.getByRole("combobox", { name: "Priority" })).toHaveValue("low");
  await ticket.close();
  await lookAround(page);
}

test.each(["SIGTERM", "SIGKILL"] as const)(
  "two web processes that restart in turn by %s show nobody an error, and lose no draft and double no reply",
  async (signal) => {
    const relay = await openSmtpSink({ thinksMs: 20 });
    closers.push(() => relay.close());
    const fleet = await openFleet(relay.url);
    closers.push(() => fleet.close());
    const screens = await openScreens(fleet.url);
    closers.push(() => screens.close());
    const agent = await screens.signIn(demoAgent);
    await chooseWhatShows(agent);
    const listener = await screens.signIn(demoAdmin);
    await listener.page.goto("/dashboard/tickets");

    const going: Restarting = { isOn: true, restarts: 0 };
    const restarting = restartInTurn(fleet, signal, going);
    let answers = 0;
    try {
      for (; answers < least || going.restarts < least; answers += 1) await work(fleet, agent, listener);
    } catch (error) {
      console.error({ told: agent.told.slice(-5), lost: agent.lost.slice(-10) });
      throw error;
    } finally {
      going.isOn = false;
      await restarting;
    }
    console.log(JSON.stringify({ signal, restarts: going.restarts, answers, refused: [...fleet.web.refused] }));
    const told = [...agent.told, ...listener.told].filter((text) => !usual.test(text));
    expect(told).toEqual([]);
    await expect.poll(() => relay.mails.length).toBe(answers);
    expect(new Set(relay.mails.map(({ parsed }) => parsed.messageId)).size).toBe(answers);
    await Promise.all(
      closers
        .splice(0)
        .reverse()
        .map((close) => close()),
    );
  },
);
