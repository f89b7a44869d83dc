import type { Page } from "playwright";
import { chromium } from "playwright";
import { buildWeb } from "./build-web.mjs";
import { becomes, takeWay } from "./clicks/take-way.ts";
import { type Way, ways } from "./clicks/ways.ts";
import { findChromium } from "./find-chromium.mjs";
import { letUndo, onStage, type Stage, supportAddress } from "./recordings/stage.ts";

// npm run clicks: counts the clicks and keys that it takes to answer a ticket and end in the next one, from the list or from an
// open ticket, on a separate Deskhand in Chromium. Typed text is not counted.

const aim = 2;
/** Each way handles one ticket from the list and the next one; the last ends in a third. */
const tickets = ways.length * 2 + 1;
/** Replies are held for a while in which they can be undone. */
const leavesWithinMs = 60_000;

await buildWeb();
const browser = await chromium.launch({ executablePath: findChromium() });
try {
  console.log("| Way                                | From       | Before | Now | Aim | What was done |");
  console.log("| ---------------------------------- | ---------- | ------ | --- | --- | ------------- |");
  await onStage(browser, 1440, measure);
} finally {
  await browser.close();
}

async function measure(stage: Stage): Promise<void> {
  const page = await stage.openNewStore();
  await letUndo(page, 5);
  const to = await supportAddress(page);
  for (let count = 1; count <= tickets; count += 1) {
    const [subject, text] = [`Map of Oslo, sheet ${count}`, `Do you have sheet ${count} of the map of Oslo?`];
    await stage.send({ from: `Nils Berg <nils${count}@berg.example>`, to, subject, text });
  }
  for (const [index, way] of ways.entries()) {
    const waiting = tickets - 2 * ways.slice(0, index).filter(({ sets }) => sets !== null).length;
    await page.goto("/dashboard/tickets?needsReply=true");
    const isListed = async () =>
      (await page.getByRole("list", { name: "Tickets" }).getByText("Needs reply").count()) === waiting;
    if (!(await becomes(isListed, leavesWithinMs))) throw new Error(`${way.name}: there are not ${waiting} to answer`);
    const answered = [await row(page, way, "list"), await row(page, way, "ticket")];
    for (const number of answered) {
      if (way.sets !== null && !(await becomes(() => isAnswered(page, number, way.sets), leavesWithinMs))) {
        throw new Error(`${way.name}: ticket ${number} was not answered, or is not ${way.sets}`);
      }
    }
  }
}

/** Goes a way once, and prints what it took. */
async function row(page: Page, way: Way, from: "list" | "ticket"): Promise<number> {
  const { done, number } = await takeWay(page, way, from === "list");
  const now = done.reduce((sum, { count }) => sum + count, 0);
  const steps = done.map(({ name, count }) => (count === 1 ? name : `${name} (${count})`)).join(", ");
  const figures = [String(way.before?.[from] ?? "").padStart(6), String(now).padStart(3), String(aim).padEnd(3)];
  console.log(`| ${[way.name.padEnd(34), `the ${from}`.padEnd(10), ...figures, steps].join(" | ")} |`);
  return number;
}

async function isAnswered(page: Page, number: number, status: Way["sets"]): Promise<boolean> {
  const response = await page.request.get(`/api/tickets?search=${number}`);
  const { items }: { items: { ticketNumber: string; status: string; messageCount: number }[] } = await response.json();
  const ticket = items.find(({ ticketNumber }) => Number(ticketNumber) === number);
  return ticket?.status === status && ticket.messageCount > 1;
}
