import type { Locator, Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { settingsOf } from "./settings-of.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { ticketScreen } from "./ticket-screen.ts";

// Every screen and dialog that no other journey looks at: a line here is all that another one takes.

const desk = await openDesk();
const look = openLook(true);

/** What a screen is called, where it is, what is done there, and what shows that it is there. */
type Screen = [name: string, address: string, shows: (page: Page) => Locator, does?: (page: Page) => Promise<void>];

const admin = (view: string) => `/dashboard/admin?view=${view}`;
const dialog = (name: string) => (page: Page) => page.getByRole("dialog", { name, exact: true });
const button = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true });
const text = (words: string) => (page: Page) => page.getByText(words, { exact: true });
const press = (name: string) => (page: Page) => button(name)(page).click();

const ofPeople: Screen[] = [
  ["customer-new", "/dashboard/customers", dialog("New Customer"), press("New Customer")],
  ["admin-users", admin("users"), button("Edit Mina Castellanos")],
  ["admin-invite", admin("users"), dialog("Invite Team Member"), press("Invite Team Member")],
  ["admin-edit-user", admin("users"), dialog("Edit User: Mina Castellanos"), press("Edit Mina Castellanos")],
  ["admin-delete-user", admin("users"), dialog("Delete User"), press("Delete Mina Castellanos")],
  ["admin-audit-log", admin("audit-log"), (page) => page.getByRole("cell", { name: "Signed in" }).first()],
];

const ofMails: Screen[] = [
  ["admin-mail-log", admin("mail-log"), (page) => page.getByRole("table", { name: "Mail log" })],
  ["admin-mail", admin("mail-log"), (page) => page.getByRole("dialog").getByText("Message-ID"), openMail],
  ["admin-mail-log-empty", `${admin("mail-log")}&q=zzzzzz`, text("No mails found")],
  ["admin-email-settings", admin("email-settings"), (page) => page.getByTitle("Preview: Automatic mail")],
  ["admin-reset", admin("email-settings"), (page) => page.getByRole("dialog"), press("Reset to Defaults")],
  ["admin-email-customization", `${admin("email")}&setup=customization`, (page) => page.getByLabel("Sender Name")],
  [
    "settings-discard",
    "/dashboard/reports?settings=profile",
    dialog("Discard changes?"),
    async (page) => {
      await settingsOf(page).getByLabel("Name", { exact: true }).fill("Somebody Else");
      await page.keyboard.press("Escape");
    },
  ],
];

const toAgents: Screen[] = [
  ["admin-users-agent", admin("users"), text("View Only Access")],
  ["admin-email-settings-agent", admin("email-settings"), text("Only administrators can change the email settings.")],
];

const toEverybody: Screen[] = [
  ["login-forgot", "/login?mode=forgot", button("Send the link")],
  ["link-reset", "/reset-password#token", (page) => page.getByRole("heading", { level: 1 })],
  ["link-confirm", "/confirm#token", (page) => page.getByRole("heading", { level: 1 })],
  ["link-invitation", "/invitation#token", (page) => page.getByRole("heading", { level: 1 })],
  ["link-change-email", "/change-email#token", (page) => page.getByRole("heading", { level: 1 })],
];

async function openMail(page: Page): Promise<void> {
  await page.getByRole("table", { name: "Mail log" }).getByRole("button").first().click();
}

async function lookAtAll(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const [name, address, shows, does] of screens) {
    // The address may differ after its # alone.
    await page.goto("about:blank");
    await page.goto(address);
    await does?.(page);
    await expect(shows(page), name).toBeVisible();
    await look(page, name);
  }
}

test.each([
  ["people", ofPeople],
  ["mails", ofMails],
] as const)("the administration of %s and its dialogs, to an admin", async (_, screens) => {
  await lookAtAll(await signInAtDemoStore(desk, "admin"), screens);
});

test("what others see of it, and the pages before the sign-in", async () => {
  await lookAtAll(await signInAtDemoStore(desk, "agent"), toAgents);
  await lookAtAll(await desk.newPage(), toEverybody);
});

test("a screen that failed, and one that is offline", async () => {
  const page = await signInAtDemoStore(desk, "admin");
  await page.goto("/dashboard/reports");
  await expect(page.getByText("Advanced reporting coming soon...")).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText(/^You are offline\./)).toBeVisible();
  await look(page, "offline");
  await page.context().setOffline(false);
  await page.route("**/api/team/users*", (route) => route.fulfill({ json: {} }));
  await page.goto(admin("users"));
  await expect(page.getByText(/^This screen could not be shown\./)).toBeVisible();
  await look(page, "crash");
});

test("whatever a customer writes without spaces, the thread can be read and the reply be sent", async () => {
  const { page, address, ticketsPath } = await desk.newStore("long-words");
  const customer = desk.newCustomer(`<script>${"x".repeat(180)}`, `${"c".repeat(60)}@${"d".repeat(60)}.example`);
  await customer.writes({ to: address, subject: "W".repeat(250), text: "v".repeat(9_000) });
  await page.goto(ticketsPath);
  await page.getByRole("list", { name: "Tickets" }).getByRole("link").first().click();
  const screen = ticketScreen(page);
  await expect(screen.composer).toBeVisible();
  await look(page, "ticket-long-words");
  for (const [width, height] of [
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(async () => {
      const send = await screen.dialog.getByRole("button", { name: "Send Reply" }).boundingBox();
      expect((send?.y ?? height) + (send?.height ?? 0)).toBeLessThan(height);
      const thread = await screen.dialog.getByRole("region", { name: "Messages" }).boundingBox();
      expect(thread?.height).toBeGreaterThan(120);
    }).toPass();
  }
});
