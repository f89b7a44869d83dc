import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright";
import { demoPassword, demoStaff } from "../server/src/demo/people.ts";
import { findChromium } from "./find-chromium.mjs";
import { squeezePng } from "./screenshots/squeeze-png.ts";

// npm run screenshots [-- ADDRESS]: takes the pictures in docs/screenshots of a Deskhand that runs with its demo store.

const address = process.argv[2] ?? "http://localhost:3000";
const folder = join(import.meta.dirname, "..", "docs", "screenshots");
const mostBytes = 200_000;

const browser = await chromium.launch({ executablePath: findChromium() });
try {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    locale: "en-US",
  });
  const email = demoStaff.find(({ role }) => role === "agent")?.email;
  const response = await context.request.post("/api/auth/sign-in/email", { data: { email, password: demoPassword } });
  if (!response.ok())
    throw new Error(`${email} could not sign in at ${address}: ${response.status()}. Is it the demo store?`);

  const page = await context.newPage();
  await page.goto("/dashboard/tickets");
  await page.getByRole("list", { name: "Tickets" }).getByRole("link").first().waitFor();
  await page.waitForFunction("document.fonts.status === 'loaded'");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "tickets.png");
  const picture = squeezePng(await page.screenshot());
  writeFileSync(path, picture);
  console.log(`${path}: ${Math.round(picture.length / 1000)} kB`);
  if (picture.length > mostBytes) throw new Error(`A picture for the docs has at most ${mostBytes / 1000} kB`);
} finally {
  await browser.close();
}
