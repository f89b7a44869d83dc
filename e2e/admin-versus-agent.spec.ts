import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { seesAfter } from "./sees-after.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";

const desk = await openDesk();

test("an admin renames the store, and an agent who looks at it sees that at once and may not", async () => {
  const admin = await signInAtDemoStore(desk, "admin");
  const agent = await signInAtDemoStore(desk, "agent");
  await agent.goto("/dashboard/admin");
  await expect(agent.getByRole("heading", { name: "System Overview" })).toBeVisible();
  await expect(agent.getByText("Lumen & Loom", { exact: true })).toBeVisible();
  await expect(agent.getByRole("button", { name: "Edit store name" })).toHaveCount(0);

  await admin.goto("/dashboard/admin");
  await expect(admin.getByText("Code: weavery2")).toBeVisible();
  for (const part of ["Database", "Mail in", "Store"]) {
    await expect(admin.getByRole("listitem").filter({ hasText: part }).getByText("Working")).toBeVisible();
  }
  await admin.getByRole("button", { name: "Edit store name" }).click();
  const name = admin.getByRole("textbox", { name: "Name" });
  await name.fill("   ");
  await name.press("Enter");
  await expect(admin.getByText("Store name cannot be empty")).toBeVisible();
  await name.fill("!!!");
  await name.press("Enter");
  await expect(admin.getByText("Store name needs a letter or a number")).toBeVisible();
  await name.fill("Loom & Lumen");
  await name.press("Enter");
  await expect(admin.getByRole("button", { name: "Edit store name" })).toBeFocused();
  await expect(admin.getByText("Loom & Lumen", { exact: true })).toBeVisible();
  await expect(agent.getByText("Loom & Lumen", { exact: true })).toBeVisible();

  // Two admins' windows: the later one is told, and decides.
  const second = await admin.context().newPage();
  await second.goto("/dashboard/admin");
  await second.getByRole("button", { name: "Edit store name" }).click();
  await second.getByRole("textbox", { name: "Name" }).fill("Second thought");
  await admin.getByRole("button", { name: "Edit store name" }).click();
  await admin.getByRole("textbox", { name: "Name" }).fill("First thought");
  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await expect(agent.getByText("First thought", { exact: true })).toBeVisible();
  await second.getByRole("button", { name: "Save", exact: true }).click();
  await expect(second.getByText("Somebody else renamed the store meanwhile")).toBeVisible();
  await second.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(agent.getByText("Second thought", { exact: true })).toBeVisible();
});

test("the address is copied; where the store cannot be loaded there is nothing to copy", async () => {
  const page = await signInAtDemoStore(desk, "admin");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/dashboard/admin");
  await seesAfter(() => page.getByRole("button", { name: "Copy Email" }).click(), page, "Copied!");
  const address = (await page.getByText(/^help\+weavery2@/).textContent()) ?? "";
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(page.getByRole("button", { name: "Copy Email" })).toBeVisible();

  // A live connection that begins would fetch it again before anybody asks.
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.route("**/api/client", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.reload();
  await expect(page.getByText("Error Loading Store")).toBeVisible();
  await expect(page.getByText("Code: ERROR")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy Email" })).toHaveCount(0);
  await page.unroute("**/api/client");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Code: weavery2")).toBeVisible();
});

test("an admin chooses a plan, of which the agent reads", async () => {
  const admin = await signInAtDemoStore(desk, "admin");
  await admin.goto("/dashboard/admin?view=billing");
  await admin.getByRole("button", { name: "Get Lifetime Access" }).dblclick();
  await expect(
    admin.getByText("You selected the Lifetime Access plan. Payment integration coming soon!"),
  ).toBeVisible();
  await expect(admin.getByText(/^Selected by /)).toHaveCount(1);
  const agent = await signInAtDemoStore(desk, "agent");
  await agent.goto("/dashboard/admin?view=billing");
  await expect(agent.getByText("Only administrators can choose a plan")).toBeVisible();
  await expect(agent.getByText(/^Selected by /)).toHaveCount(1);
  await expect(agent.getByRole("button", { name: "Start Free Trial" })).toHaveCount(0);
});

test("the first steps of a new store follow what happens, and go when they are dismissed", async () => {
  const { page, address } = await desk.newStore("first-steps");
  await page.goto("/dashboard");
  const card = page.getByRole("region", { name: "First steps" });
  await expect(card.getByText("0 of 6 done")).toBeVisible();
  const customer = desk.newCustomer("Jo Reader", "jo@first-steps.example");
  await customer.writes({
    ...{ to: "support@first-steps.example", envelope: { from: customer.email, to: address } },
    ...{ subject: "My lamp flickers", text: "It flickers at night." },
  });
  await expect(card.getByText("1 of 6 done")).toBeVisible();
  await expect(card.getByRole("link", { name: "Forward your support email" })).toHaveCount(0);
  await card.getByRole("link", { name: "Connect your Shopify store" }).click();
  await expect(page).toHaveURL("/dashboard/admin?view=shopify");
  await page.goBack();
  await card.getByRole("button", { name: "Dismiss the first steps" }).click();
  await expect(card).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("No recent activity").or(page.getByText("My lamp flickers").first())).toBeVisible();
  await expect(card).toHaveCount(0);

  // The demo's people have dismissed them.
  const demo = await signInAtDemoStore(desk, "admin");
  const asked = demo.waitForResponse("**/api/setup/first-steps");
  await demo.goto("/dashboard");
  await asked;
  await expect(demo.getByRole("region", { name: "Metrics" })).toBeVisible();
  await expect(demo.getByRole("region", { name: "First steps" })).toHaveCount(0);
});
