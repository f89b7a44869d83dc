import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { pressToGo } from "./press-to-go.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";

const desk = await openDesk();
const sections = {
  Dashboard: "/dashboard",
  Tickets: "/dashboard/tickets",
  Customers: "/dashboard/customers",
  Orders: "/dashboard/orders",
  Messages: "/dashboard/messages",
  Reports: "/dashboard/reports",
  "Agent Resources": "/dashboard/knowledge",
  Admin: "/dashboard/admin",
  "Help & Knowledge": "/dashboard/help",
};

/** The number on the bell may stand before it. */
const titleOf = (name: string) => new RegExp(`^(?:\\(\\d+\\) )?${name} · Deskhand$`);

test("the sidebar leads to each, and the browser's own ways back and in find it again", async () => {
  const page = await signInAtDemoStore(desk, "admin");
  const main = page.getByRole("navigation", { name: "Main" });
  await page.goto("/dashboard/tickets?status=open&ticket=none");
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  for (const [name, path] of Object.entries(sections)) {
    const link = main.getByRole("link", { name });
    await link.click();
    await expect(page).toHaveURL(path);
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(main.locator("[aria-current]")).toHaveCount(1);
    await expect(page).toHaveTitle(titleOf(name === "Admin" ? "Overview" : name));
  }
  await page.goBack();
  await expect(page).toHaveURL("/dashboard/admin");
  await page.goForward();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Help & Knowledge", level: 1 })).toBeVisible();
  await page.goto("/dashboard/nowhere");
  await expect(page).toHaveURL("/");
});

test("an open ticket is the page's title until it is closed, and the pages before the sign-in have theirs", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.goto("/dashboard/tickets");
  await page.getByRole("list", { name: "Tickets" }).getByRole("link").first().click();
  await expect(page).toHaveTitle(titleOf("Ticket: \\d+"));
  await page.reload();
  await expect(page).toHaveTitle(titleOf("Ticket: \\d+"));
  await page.keyboard.press("Escape");
  await expect(page).toHaveTitle(titleOf("Tickets"));
  const stranger = await desk.newPage();
  await stranger.goto("/login?mode=sign-up");
  await expect(stranger).toHaveTitle("Create Account · Deskhand");
  await stranger.goto("/invitation#token");
  await expect(stranger).toHaveTitle("You are invited · Deskhand");
});

test("an address as it was once leads to the same place, once", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.goto("/dashboard/orders");
  await page.goto("/dashboard?section=tickets&status=open,pending&q=lamp&settings=password#reply");
  await expect(page).toHaveURL("/dashboard/tickets?status=open,pending&q=lamp&settings=password#reply");
  await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
  await expect(page.getByText("Status: open, pending")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/dashboard/orders");
  await page.goto("/dashboard?section=nowhere");
  await expect(page).toHaveURL("/dashboard");
});

test("everybody opens the administration; what is admins' there is not offered to an agent, and its address leads to the first part", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.goto("/dashboard");
  // What leads there by keys waits for what one may open.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Admin" }).waitFor();
  await pressToGo(page, "a", "/dashboard/admin");
  const parts = page.getByRole("navigation", { name: "Administration" }).getByRole("link");
  await expect(parts.filter({ hasText: "Shopify Sync" })).toHaveCount(1);
  await expect(parts.filter({ hasText: "Log" })).toHaveCount(0);
  await page.goto("/dashboard/admin?view=mail-log");
  await expect(page).toHaveURL("/dashboard/admin");
  await parts.filter({ hasText: "Security" }).click();
  await expect(page).toHaveURL("/dashboard/admin?view=security");
  await expect(page.getByText("This section is coming soon...")).toBeVisible();
  await expect(page).toHaveTitle(titleOf("Security"));
  // What changes the store is not offered.
  await parts.filter({ hasText: "Shopify Integration" }).click();
  await expect(page.getByText("Only administrators can connect or disconnect the store")).toBeVisible();
  await expect(page.getByRole("button", { name: "Disconnect" })).toHaveCount(0);
});
