import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();
const look = openLook();

test("the public pages", async () => {
  const page = await desk.newPage();
  await page.goto("/");
  await look(page, "landing");
  await page.goto("/privacy.html");
  await look(page, "privacy");
  await page.goto("/login");
  await expect(page.getByText("Access your secure account")).toBeVisible();
  await look(page, "login-sign-in");
  await page.getByPlaceholder("Enter your email").fill("nobody@nowhere.example");
  await page.getByPlaceholder("Enter your password").fill("not a password");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await look(page, "login-failed");
  await page.getByRole("button", { name: "Don't have an account? Sign up" }).click();
  await look(page, "login-sign-up");
});

test("the administration, to an admin and to an agent", async () => {
  const page = await signInAtDemoStore(desk, "admin");
  await page.goto("/dashboard/admin");
  await expect(page.getByText("Mail in", { exact: true })).toBeVisible();
  await look(page, "admin-overview");
  await page.getByRole("button", { name: "Edit store name" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await expect(page.getByText("Store name cannot be empty")).toBeVisible();
  await look(page, "admin-store-name");
  await page.goto("/dashboard/admin?view=billing");
  await page.getByRole("button", { name: "Start Free Trial" }).click();
  await expect(page.getByText("You selected the Monthly Pro plan. Payment integration coming soon!")).toBeVisible();
  await look(page, "admin-billing");
  await page.goto("/dashboard/admin?view=email");
  await expect(page.getByText("✅ Your support email is configured")).toBeVisible();
  await look(page, "admin-email");
  await page.goto("/dashboard/admin?view=security");
  await expect(page.getByText("This section is coming soon...")).toBeVisible();
  await look(page, "admin-coming-soon");
  const agent = await signInAtDemoStore(desk, "agent");
  await agent.goto("/dashboard/admin?view=shopify");
  await expect(agent.getByText("Only administrators can connect or disconnect the store")).toBeVisible();
  await look(agent, "admin-shopify-agent");
  await agent.route("**/api/client", (route) => route.fulfill({ status: 500, body: "{}" }));
  await agent.goto("/dashboard/admin");
  await expect(agent.getByText("Error Loading Store")).toBeVisible();
  await look(agent, "admin-overview-lost");
});

test("the tabs of a store that has just begun", async () => {
  const { page, ticketsPath } = await desk.newStore("fresh-start");
  await page.goto("/dashboard");
  await expect(page.getByText("No tickets yet")).toBeVisible();
  await expect(page.getByText("No recent activity")).toBeVisible();
  await expect(page.getByText("None overdue")).toBeVisible();
  await look(page, "dashboard");
  await page.goto(ticketsPath);
  await expect(page.getByText("No active tickets found")).toBeVisible();
  await look(page, "tickets-empty");
  await page.goto(`${ticketsPath}?view=archive`);
  await expect(page.getByText("No archived tickets found")).toBeVisible();
  await look(page, "archive-empty");
  await page.goto("/dashboard/messages");
  await page.getByRole("button", { name: "Notifications" }).click();
  await expect(page.getByText("No notifications yet")).toBeVisible();
  await look(page, "notifications-empty");
});

test("the tickets of a busy store", async () => {
  const page = await signInAtDemoStore(desk, "admin");
  await page.goto("/dashboard");
  await expect(page.getByRole("list", { name: "Recent support tickets" }).getByRole("link").first()).toBeVisible();
  await expect(page.getByRole("list", { name: "Recent activity" }).getByRole("link").first()).toBeVisible();
  await expect(page.getByText(/from yesterday|Tickets will appear here/).first()).toBeVisible();
  await look(page, "dashboard-busy");
  await page.goto("/dashboard/tickets");
  await expect(page.getByRole("list", { name: "Tickets" }).getByRole("link").first()).toBeVisible();
  await look(page, "tickets");
  await page.getByRole("button", { name: "New Ticket" }).click();
  await expect(page.getByRole("combobox", { name: "Customer" })).toBeFocused();
  await look(page, "new-ticket");
  await page.getByRole("button", { name: "Create Support Ticket" }).click();
  await expect(page.getByRole("alert")).toContainText("Error Creating Ticket");
  await look(page, "new-ticket-refused");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("button", { name: "Close menu" })).toBeVisible();
  // Who asked for reduced motion gets none: the drawer is there at once.
  await expect(page.getByRole("dialog", { name: "Menu" })).toHaveCSS("transition-duration", "0s");
  await look(page, "drawer", [390]);
  await page.getByRole("button", { name: "Close menu" }).click();
});

test("the notifications and the archive of a busy store", async () => {
  const page = await signInAtDemoStore(desk, "admin");
  await page.goto("/dashboard/tickets");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByRole("dialog", { name: "Notifications" })).toBeVisible();
  await look(page, "notifications");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(async () => {
    const dropdown = await page.getByRole("dialog", { name: "Notifications" }).boundingBox();
    expect(dropdown?.x).toBeGreaterThanOrEqual(8);
    expect((dropdown?.x ?? 0) + (dropdown?.width ?? 0)).toBeLessThanOrEqual(382);
  }).toPass();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "View all notifications" }).click();
  const all = page.getByRole("dialog", { name: "Notifications", exact: true });
  await expect(all.getByRole("listitem").first()).toBeVisible();
  await look(page, "notifications-all");
  await page.goto("/dashboard/tickets?view=archive");
  await expect(page.getByRole("list", { name: "Tickets" }).getByRole("link").first()).toBeVisible();
  await look(page, "archive");
  await page.getByRole("list", { name: "Tickets" }).getByRole("link").first().click();
  await expect(ticketScreen(page).dialog.getByText("This ticket is archived")).toBeVisible();
  await look(page, "ticket-archived");
});

test("a ticket of a busy store", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.goto("/dashboard/tickets");
  await page.getByRole("list", { name: "Tickets" }).getByRole("link").first().click();
  const { dialog, composer } = ticketScreen(page);
  await expect(composer).toBeVisible();
  await look(page, "ticket");
  await composer.fill("Thank you for the photos.\n\nI have asked the workshop, and a new lamp leaves tomorrow.");
  await look(page, "ticket-composing");
  await dialog.getByRole("button", { name: "Agent Resources" }).click();
  await expect(page.getByText("11 resources found")).toBeVisible();
  await look(page, "agent-resources");
  await page.getByRole("button", { name: /^Attach to Reply: Assembly of/ }).click();
  await page
    .getByRole("dialog", { name: /^Assembly of/ })
    .getByRole("button", { name: "Attach to Reply" })
    .click();
  await expect(dialog.getByText("Attached Resources (1)")).toBeVisible();
  await look(page, "ticket-with-resource");
  await dialog.getByRole("tab", { name: /^Internal Notes/ }).click();
  await expect(dialog.getByPlaceholder("Add an internal note...")).toBeVisible();
  await look(page, "ticket-notes");
  await dialog.getByRole("tab", { name: "Tracking" }).click();
  await look(page, "ticket-tracking");
  await dialog.getByRole("tab", { name: "Order Info" }).click();
  await look(page, "ticket-order-info");
  await dialog.getByRole("button", { name: "Update Status" }).click();
  const status = page.getByRole("dialog", { name: /^Update Ticket Status/ });
  await status.getByRole("radio").nth(2).check();
  await look(page, "status");
});

test("one's own settings", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.goto("/dashboard/tickets?settings=profile");
  const settings = page.getByRole("dialog", { name: "Settings" });
  await expect(settings.getByLabel("Name", { exact: true })).toHaveValue("Mina Castellanos");
  await look(page, "settings-profile");
  await settings.getByRole("tab", { name: "Password" }).click();
  await look(page, "settings-password");
  await settings.getByRole("tab", { name: "Notifications" }).click();
  await expect(settings.getByRole("switch").first()).toBeVisible();
  await look(page, "settings-notifications");
  await settings.getByRole("tab", { name: "Sessions" }).click();
  await expect(settings.getByText("This device")).toBeVisible();
  await look(page, "settings-sessions");
});
