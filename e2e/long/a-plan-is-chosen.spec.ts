import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { signInAtDemoStore } from "../sign-in-at-demo-store.ts";

const desk = await openDesk();

test("an admin chooses a plan, and the agent reads about it", async () => {
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
