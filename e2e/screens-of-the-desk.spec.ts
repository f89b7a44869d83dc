import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { button, dialog, firstOf, heading, lookAtScreens, press, type Screen, text } from "./look-at-screens.ts";
import { settingsOf } from "./settings-of.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";

const desk = await openDesk();
const look = openLook(true);

const admin = (view: string) => `/dashboard/admin?view=${view}`;
const tab = (name: string) => (page: Page) => settingsOf(page).getByRole("tab", { name }).click();
const openFirst = (list: string) => (page: Page) =>
  page.getByRole("list", { name: list, exact: true }).getByRole("link", { name: /^View/ }).first().click();

const toAdmins: Screen[] = [
  ["customers", "/dashboard/customers", firstOf("Customers")],
  ["customer", null, text("Order Statistics"), openFirst("Customers")],
  ["customer-edit", null, button("Save Changes"), press("Edit")],
  ["customer-new", "/dashboard/customers", dialog("New Customer"), press("New Customer")],
  ["orders", "/dashboard/orders", firstOf("Orders")],
  ["order", null, text("Order Items"), openFirst("Orders")],
  ["messages", "/dashboard/messages", firstOf("Messages")],
  ["messages-drafts", "/dashboard/messages?folder=drafts", text("Nothing here")],
  ["resources", "/dashboard/knowledge", firstOf("Resources")],
  ["resource", null, button("More actions"), openFirst("Resources")],
  ["resource-edit", null, dialog("Edit Resource"), press("Edit")],
  ["help", "/dashboard/help", text("Step 1: Watch Quick Start Videos")],
  ["help-search", null, text(/^Found \d+ articles? matching/), searchHelp],
  ["help-article", null, button("Yes, helpful"), (page) => helpArticle(page).click()],
  ["reports", "/dashboard/reports", text("When tickets come in")],
  ["reports-team", "/dashboard/reports?report=team", (page) => page.getByRole("table", { name: "Figures by person" })],
  ["reports-costs", "/dashboard/reports?report=costs", (page) => page.getByRole("table", { name: "Costs by product" })],
  ["settings-discard", "/dashboard/reports?settings=profile", dialog("Discard changes?"), leaveUnsaved],
  [
    "settings-password",
    null,
    (page) => settingsOf(page).getByLabel("Current password"),
    (page) => keepEditing(page).then(() => tab("Password")(page)),
  ],
  [
    "settings-security",
    null,
    (page) => settingsOf(page).getByRole("button", { name: "Set up", exact: true }),
    tab("Security"),
  ],
  ["settings-notifications", null, (page) => settingsOf(page).getByRole("switch").first(), tab("Notifications")],
  ["settings-sessions", null, text("This device"), tab("Sessions")],
  ["admin-overview", "/dashboard/admin", text("Mail in")],
  ["admin-store-name", null, text("Store name cannot be empty"), nameNothing],
  ["admin-users", admin("users"), button("Edit Mina Castellanos")],
  ["admin-invite", null, dialog("Invite Team Member"), press("Invite Team Member")],
  ["admin-audit-log", admin("audit-log"), (page) => page.getByRole("cell", { name: "Signed in" }).first()],
  ["admin-mail-log", admin("mail-log"), (page) => page.getByRole("table", { name: "Mail log" })],
  ["admin-mail", null, (page) => page.getByRole("dialog").getByText("Message-ID"), openMail],
  ["admin-blocked", admin("blocked-senders"), text("Nobody is blocked")],
  ["admin-block", null, dialog("Block Sender"), press("Block a Sender")],
  ["admin-shared", admin("shared-senders"), text("No shared senders")],
  ["admin-share", null, dialog("Shared Sender"), press("Add a Sender")],
  ["admin-email-settings", admin("email-settings"), (page) => page.getByTitle("Preview: Automatic mail")],
  ["admin-email", admin("email"), text("✅ Your support email is configured")],
  ["admin-order-limits", admin("order-limits"), text("Change shipping address")],
  ["admin-ratings", admin("ratings"), text("Ask for ratings")],
  ["admin-billing", admin("billing"), button("Start Free Trial")],
];

const toAgents: Screen[] = [
  ["admin-users-agent", admin("users"), text("View Only Access")],
  ["admin-shopify-agent", admin("shopify"), text("Only administrators can connect or disconnect the store")],
];

const toEverybody: Screen[] = [
  ["landing", "/", heading],
  ["privacy", "/privacy.html", heading],
  ["terms", "/terms.html", heading],
  ["login-sign-in", "/login", text("Access your secure account")],
  ["login-sign-up", "/login?mode=sign-up", text("Join Deskhand today")],
  ["login-forgot", "/login?mode=forgot", button("Send the link")],
  ["link-invitation", "/invitation#token", heading],
  ["documentation", "/docs", heading],
];

const toBeginners: Screen[] = [
  ["dashboard", "/dashboard", text("No recent activity")],
  ["tickets-empty", "/dashboard/tickets", text("No active tickets found")],
  ["notifications-empty", null, text("No notifications yet"), press("Notifications")],
  ["customers-empty", "/dashboard/customers", text(/^No customers have been synced yet\./)],
  ["resources-empty", "/dashboard/knowledge", text("No resources yet")],
];

async function leaveUnsaved(page: Page): Promise<void> {
  await settingsOf(page).getByLabel("Name", { exact: true }).fill("Somebody Else");
  await page.keyboard.press("Escape");
}

const helpArticle = (page: Page) => page.getByRole("link", { name: /Set up two-factor sign-in/ });

async function searchHelp(page: Page): Promise<void> {
  await page.getByPlaceholder("Type to search help articles...").fill("recovery codes");
  await helpArticle(page).waitFor();
}

async function keepEditing(page: Page): Promise<void> {
  await press("Keep editing")(page);
}

async function nameNothing(page: Page): Promise<void> {
  await press("Edit store name")(page);
  await page.getByRole("textbox", { name: "Name" }).fill("");
}

async function openMail(page: Page): Promise<void> {
  await page.getByRole("table", { name: "Mail log" }).getByRole("button").first().click();
}

test("an admin's sections and administration look right", async () => {
  await lookAtScreens(look, await signInAtDemoStore(desk, "admin"), toAdmins);
});

test("agents' sections, a new store, the pages before sign-in, a failed screen and an offline one look right", async () => {
  await lookAtScreens(look, await desk.newPage(), toEverybody);
  await lookAtScreens(look, (await desk.newStore("fresh-start")).page, toBeginners);
  const agent = await signInAtDemoStore(desk, "agent");
  await lookAtScreens(look, agent, toAgents);
  await agent.context().setOffline(true);
  await expect(agent.getByText(/^You are offline\./)).toBeVisible();
  await look(agent, "offline");
  await agent.context().setOffline(false);
  await agent.route("**/api/team/users*", (route) => route.fulfill({ json: {} }));
  await agent.goto(admin("users"));
  await expect(agent.getByText(/^This screen could not be shown\./)).toBeVisible();
  await look(agent, "crash");
});
