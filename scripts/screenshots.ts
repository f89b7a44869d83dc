import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "playwright";
import { demoPassword, demoStaff } from "../server/src/demo/people.ts";
import { findChromium } from "./find-chromium.mjs";
import { drawBrandPictures } from "./screenshots/brand-pictures.ts";
import { type LandingShot, landingShots } from "./screenshots/landing-shots.ts";
import { squeezePng } from "./screenshots/squeeze-png.ts";
import { toWebp } from "./screenshots/to-webp.ts";

// npm run screenshots [-- ADDRESS [NAME…]]: takes the pictures of docs/screenshots and the landing page, the social image and the
// icons, all or the named ones, of a running Deskhand with its demo store.

const [address = "http://localhost:3000", ...only] = process.argv.slice(2);
const root = join(import.meta.dirname, "..");
const docs = join(root, "docs", "screenshots");
const shots = join(root, "web", "src", "landing", "shots");
const mostBytes = 250_000;
const screen = { width: 1280, height: 800 };

const isWanted = (name: string) => only.length === 0 || only.includes(name);

const browser = await chromium.launch({ executablePath: findChromium() });
try {
  if (isWanted("docs")) await takeDocsPicture(browser);
  for (const shot of landingShots) if (isWanted(shot.name)) await takeLandingPicture(browser, shot);
  if (isWanted("brand")) {
    const pictures = await drawBrandPictures(browser, join(shots, "hero-1180.webp"));
    for (const [name, picture] of pictures) keep(join(root, "web", "public", name), picture);
  }
} finally {
  await browser.close();
}

async function takeDocsPicture(from: Browser): Promise<void> {
  const context = await signedIn(from, "agent", { viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto("/dashboard/tickets");
  await page.getByRole("list", { name: "Tickets" }).getByRole("link").first().waitFor();
  await page.evaluate(async () => void (await document.fonts.ready));
  keep(join(docs, "tickets.png"), squeezePng(await page.screenshot()));
  await context.close();
}

async function takeLandingPicture(
  from: Browser,
  { name, widths, viewport = screen, take }: LandingShot,
): Promise<void> {
  const context = await signedIn(from, "admin", { viewport, deviceScaleFactor: 2 });
  const picture = await take(await context.newPage());
  for (const width of widths) keep(join(shots, `${name}-${width}.webp`), await toWebp(from, picture, width));
  await context.close();
}

async function signedIn(
  from: Browser,
  role: string,
  options: Parameters<Browser["newContext"]>[0],
): Promise<BrowserContext> {
  const context = await from.newContext({ baseURL: address, reducedMotion: "reduce", locale: "en-US", ...options });
  const email = demoStaff.find((person) => person.role === role)?.email;
  const response = await context.request.post("/api/auth/sign-in/email", { data: { email, password: demoPassword } });
  if (!response.ok())
    throw new Error(`${email} could not sign in at ${address}: ${response.status()}. Is it the demo store?`);
  return context;
}

function keep(path: string, picture: Buffer): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, picture);
  console.log(`${path}: ${Math.round(picture.length / 1000)} kB`);
  if (picture.length > mostBytes) throw new Error(`A picture has at most ${mostBytes / 1000} kB`);
}
