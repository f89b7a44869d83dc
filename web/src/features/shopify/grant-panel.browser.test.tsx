import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../lib/query-client.ts";
import { useSession } from "../../lib/session.ts";
import { grantOf } from "../../testing/fake-order-actions.ts";
import { fakeServer, refusal } from "../../testing/fake-server.ts";
import "../../ui/theme.css";
import { GrantPanel } from "./grant-panel.tsx";

function Panel() {
  return useSession().user === null ? null : <GrantPanel />;
}

async function open(state: Parameters<typeof grantOf>[0], ...alsoCan: string[]) {
  const server = fakeServer();
  server.alsoCan.push(...alsoCan);
  server.acting.grant = grantOf(state);
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <Panel />
    </QueryClientProvider>,
  );
  return server.acting;
}

const button = (name: string) => page.getByRole("button", { name });

test("an admin allows changes of orders, reads what each scope is for, and takes it back", async () => {
  await open("off", "store:manage");
  const scope = page.getByRole("list", { name: "What each scope is for" }).getByRole("listitem").first();
  await expect.element(scope).toMatchTextContent("For write_orders write_orders, not allowed");
  await button("Allow Changes to Orders").click();
  await expect.element(scope).toMatchTextContent("For write_orders write_orders, allowed");
  await button("Take Back").click();
  await page.getByRole("dialog").getByRole("button", { name: "Take Back" }).click();
  await expect.element(button("Allow Changes to Orders")).toBeVisible();
});

test("says which scopes a pasted token lacks", async () => {
  const acting = await open("off", "store:manage");
  acting.before = async () => {
    throw refusal("order_actions_not_granted", { missing: ["write_orders"] });
  };
  await button("Allow Changes to Orders").click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("Missing: write_orders");
});

test("others read whether it is allowed, and whom to ask", async () => {
  await open("off");
  await expect.element(page.getByText("Ask an admin to let Deskhand change orders.")).toBeVisible();
  await expect.element(button("Allow Changes to Orders")).not.toBeInTheDocument();
});
