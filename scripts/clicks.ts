import { chromium } from "playwright";
import { buildWeb } from "./build-web.mjs";
import { answerAndGoOn, type Device } from "./clicks/answer-and-go-on.ts";
import { findChromium } from "./find-chromium.mjs";
import { onStage, type Stage, supportAddress } from "./recordings/stage.ts";

// npm run clicks: how many clicks and keys it takes from the list to an answered ticket that waits for its customer and to standing
// in the next one, on a Deskhand of its own in Chromium, the shortest way by mouse and by keys. What is typed is not counted.

/** What it took when a ticket was a modal dialog and nothing followed from sending, measured by this script on that version. */
const before: Record<Device, { first: number; further: number }> = {
  mouse: { first: 8, further: 7 },
  keys: { first: 15, further: 13 },
};
const aim = 2;
const subjects = ["Map of Oslo", "Map of Bergen", "Map of Tromsø", "Map of Bodø", "Map of Molde", "Map of Voss"];

await buildWeb();
const browser = await chromium.launch({ executablePath: findChromium() });
try {
  console.log("| By    | From       | Before | Now | Aim | What was done |");
  console.log("| ----- | ---------- | ------ | --- | --- | ------------- |");
  for (const device of ["mouse", "keys"] as const) await onStage(browser, 1440, (stage) => measure(stage, device));
} finally {
  await browser.close();
}

async function measure(stage: Stage, device: Device): Promise<void> {
  const page = await stage.openNewStore();
  const to = await supportAddress(page);
  for (const subject of subjects) {
    await stage.send({ from: "Nils Berg <nils@berg.example>", to, subject, text: `Do you have a ${subject}?` });
  }
  await page.goto("/dashboard/tickets");
  await page.getByText(`Active Tickets (${subjects.length})`).waitFor();
  for (const from of ["first", "further"] as const) {
    const done = await answerAndGoOn(page, device, from === "first");
    const where = from === "first" ? "the list  " : "the ticket";
    const what = done.map(({ name, count }) => (count === 1 ? name : `${name} (${count})`)).join(", ");
    const now = done.reduce((sum, { count }) => sum + count, 0);
    const figures = [String(before[device][from]).padStart(6), String(now).padStart(3), String(aim).padEnd(3)];
    console.log(`| ${[device.padEnd(5), where, ...figures, what].join(" | ")} |`);
  }
}
