import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright";
import { afterAll, afterEach, inject } from "vitest";
import { watchConsole } from "./console-of.ts";
import { type Customer, newCustomer } from "./customer.ts";
import { expect, patienceMs } from "./expect.ts";
import { ownWindow } from "./extent.ts";
import { launchBrowser } from "./launch-browser.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { type ServerPlace, tailOf, urlOf } from "./running-server.ts";
import { type Store, signUpStore } from "./sign-up-store.ts";

/** What a journey uses: the running server, a browser, and both ends of its mail. */
export interface Desk {
  url: string;
  mailbox: Mailbox;
  /** Opens a separate browser, like another person's: without cookies and storage. */
  newBrowser(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Opens a page in a separate browser. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** Signs up a store, with its admin signed in. */
  newStore(name: string): Promise<Store>;
  newCustomer(name: string, email: string): Customer;
}

const output = join(import.meta.dirname, "output");
/** Shared by all journeys of this worker; it ends with the worker. */
let ownBrowser: Promise<Browser> | undefined;

/** Opens the desk for the journeys of one file; it is closed after them, and failures are shown. */
export async function openDesk(place: ServerPlace = placeOfWorker()): Promise<Desk> {
  ownBrowser ??= launchBrowser();
  const browser = await ownBrowser;
  const mailbox = await openMailbox(place.sinkPort);
  const url = urlOf(place);
  // The server signs its own certificate, as mail servers do.
  const tls = { rejectUnauthorized: false };
  const transport = createTransport({ pool: true, host: "127.0.0.1", port: place.smtpPort, tls });

  const refused: string[] = [];
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await showFailure(browser, task.name, place);
    await Promise.all(browser.contexts().map((context) => context.close()));
    // Our own pages must do nothing that their content security policy forbids; the frames of mails try all sorts of things.
    expect(refused.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    transport.close();
    await mailbox.close();
  });

  const newBrowser: Desk["newBrowser"] = async (options) => {
    const context = await browser.newContext({
      baseURL: url,
      viewport: ownWindow,
      reducedMotion: "reduce",
      // Not the language of the product, so that nothing depends on it.
      locale: "de-DE",
      timezoneId: "UTC",
      ...options,
    });
    context.setDefaultTimeout(patienceMs);
    watchConsole(context);
    context.on("console", (message) => {
      // These frames show other people's content, whose styles and pictures are refused on purpose.
      const isForeign = /\/api\/(?:messages|attachments)\/|\/dev\/outbox\/.+\/html/.test(message.location().url);
      if (/Content Security Policy/.test(message.text()) && !isForeign) refused.push(message.text());
    });
    return context;
  };
  return {
    url,
    mailbox,
    newBrowser,
    newPage: async (options) => (await newBrowser(options)).newPage(),
    newStore: async (name) => signUpStore(await newBrowser(), mailbox, name),
    newCustomer: (name, email) => newCustomer(name, email, transport),
  };
}

/** The server of this worker. */
export function placeOfWorker(): ServerPlace {
  const place = inject("places")[Number(process.env.VITEST_POOL_ID) - 1];
  if (!place) throw new Error(`No server was started for worker ${process.env.VITEST_POOL_ID}`);
  return place;
}

async function showFailure(browser: Browser, name: string, { logFile }: ServerPlace): Promise<void> {
  mkdirSync(join(output, "failed"), { recursive: true });
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const path = join(output, "failed", `${name.replaceAll(/\W+/g, "-")}-${index + 1}.png`);
    await page.screenshot({ path });
    console.error(`Screenshot of ${page.url()}: ${path}`);
  }
  console.error(`The server's last lines:\n${tailOf(logFile)}`);
}
