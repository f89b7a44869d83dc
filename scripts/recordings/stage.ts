import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Account } from "@deskhand/contract/account";
import type { DeskPreferences } from "@deskhand/contract/desk/desk-choices";
import { createTransport, type SendMailOptions } from "nodemailer";
import type { Browser, BrowserContext, Page } from "playwright";
import { demoPassword, demoStaff } from "../../server/src/demo/people.ts";
import { openSmtpSink, type SmtpSink } from "../../server/src/testing/smtp-sink.ts";
import { clearDesk, spawnDesk } from "../../server/src/testing/spawn-desk.ts";
import { type Camera, openCamera } from "./camera.ts";
import { filmHeight, filmWidth } from "./film.ts";
import { type Hand, handBefore } from "./hand.ts";

/** A separate Deskhand with the demo store, both ends of its mail, and a camera. */
export interface Stage {
  camera: Camera;
  hand: Hand;
  /** Presses a button of the stand-in Shopify, as its merchant or a carrier. */
  atShop(action: string, fields: Record<string, string>): Promise<void>;
  /** Opens the desk of a person of the demo store, signed in. */
  openDemo(role: "admin" | "agent"): Promise<Page>;
  /** Signs up a new store, with an admin whose password is `newStore.password`; returns a signed-in page. */
  openNewStore(): Promise<Page>;
  /** Opens a page of the desk in a separate browser. */
  newPage(): Promise<Page>;
  /** Sends a mail to the desk over SMTP. */
  send(mail: SendMailOptions): Promise<void>;
  /** Waits for the desk's next mail to this address. */
  mailFor(address: string): Promise<SmtpSink["mails"][number]>;
}

/** The person who opens a new store in the films; its name follows from the address. */
export const newStore = {
  email: "mara@north-lamps.example",
  name: "Mara Winter",
  password: "a lamp for every desk",
  supportEmail: "support@north-lamps.example",
} as const;

const mailComesWithin = 20_000;

/** Runs `play` on a stage with pages `width` pixels wide, and takes it down afterwards. */
export async function onStage<T>(browser: Browser, width: number, play: (stage: Stage) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), "deskhand-recording-"));
  // PostgreSQL does not run as root, and has to reach its folder inside.
  await chmod(dataDir, 0o711);
  const sink = await openSmtpSink();
  const contexts: BrowserContext[] = [];
  try {
    const settings = { NODE_ENV: "development", MAIL_DOMAIN: "deskhand.example", SMTP_URL: sink.url, TZ: "UTC" };
    const desk = await spawnDesk({ env: { ...settings, DESKHAND_DATA: dataDir } });
    // The server signs its own certificate, as mail servers do.
    const transport = createTransport({ host: "127.0.0.1", port: desk.smtpPort, tls: { rejectUnauthorized: false } });
    const newPage = async () => {
      const context = await browser.newContext({ ...look(width), baseURL: desk.url });
      contexts.push(context);
      return context.newPage();
    };
    const camera = openCamera(width);
    const result = await play({
      camera,
      hand: handBefore(camera),
      newPage,
      async atShop(action, fields) {
        const url = /Demo Shopify\s+(http:\/\/localhost:\d+)/.exec(desk.output())?.[1] ?? "";
        const body = new URLSearchParams(fields);
        const answer = await fetch(`${url}/control/${action}`, { method: "POST", body, redirect: "manual" });
        if (answer.status !== 303 && answer.status !== 302) throw new Error(`${action}: ${await answer.text()}`);
      },
      async openDemo(role) {
        const page = await newPage();
        const email = demoStaff.find((person) => person.role === role)?.email ?? "";
        await post(page, "/api/auth/sign-in/email", { email, password: demoPassword });
        return page;
      },
      async openNewStore() {
        const page = await newPage();
        const { email, name, password } = newStore;
        await post(page, "/api/auth/sign-up/email", { email, password, name });
        const { parsed } = await nextMail(sink, email);
        const { hash } = new URL(/https?:\/\/\S+/.exec(parsed.text ?? "")?.[0] ?? "");
        await post(page, "/api/auth/links/confirm", { token: hash.slice(1), password });
        return page;
      },
      send: async (mail) => void (await transport.sendMail(mail)),
      mailFor: (address) => nextMail(sink, address),
    });
    transport.close();
    await Promise.all(contexts.map((context) => context.close()));
    await desk.end("SIGTERM");
    return result;
  } finally {
    await sink.close();
    await clearDesk(dataDir);
  }
}

/** Calls the desk without its screens, for events before a film begins. */
export async function post(page: Page, path: string, data: Record<string, unknown>): Promise<void> {
  const response = await page.request.post(path, { data });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
}

/** Lets the page's user undo replies for this many seconds: making a film takes longer than watching it. */
export async function letUndo(page: Page, undoSeconds: DeskPreferences["undoSeconds"]): Promise<void> {
  const response = await page.request.patch("/api/desk/preferences", { data: { undoSeconds } });
  if (!response.ok()) throw new Error(`Setting the time for undo: ${response.status()} ${await response.text()}`);
}

/** Returns the address to which the customers of the page's store write. */
export async function supportAddress(page: Page): Promise<string> {
  const account: Account = await (await page.request.get("/api/me")).json();
  return account.client.supportEmail;
}

function look(width: number) {
  return {
    viewport: { width, height: Math.round((width * filmHeight) / filmWidth) },
    deviceScaleFactor: filmWidth / width,
    // Single pictures should show no movement but the hand's.
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "UTC",
  } as const;
}

async function nextMail({ mails }: SmtpSink, address: string): Promise<SmtpSink["mails"][number]> {
  const until = Date.now() + mailComesWithin;
  while (Date.now() < until) {
    const index = mails.findIndex(({ envelopeTo }) => envelopeTo.includes(address));
    const [mail] = index < 0 ? [] : mails.splice(index, 1);
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail came for ${address}`);
}
