import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { useSession } from "../../../lib/session.ts";
import { fakeServer, refusal } from "../../../testing/fake-server.ts";
import "../../../ui/theme.css";
import { LimitsScreen } from "./limits-screen.tsx";

function Screen() {
  return useSession().user === null ? null : <LimitsScreen />;
}

async function open(...alsoCan: string[]) {
  const server = fakeServer();
  server.alsoCan.push(...alsoCan);
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen }),
    history: createMemoryHistory({ initialEntries: ["/?view=order-limits"] }),
  });
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return server.acting;
}

const field = (name: string) => page.getByRole("textbox", { name });
const save = page.getByRole("button", { name: "Save" });

test("limits are changed by role, an action is switched off, and an empty field is no limit", async () => {
  const acting = await open("store:manage");
  await expect.element(page.getByText("you refunded €12.00 of €200.00", { exact: false })).toBeVisible();
  await field("Agents: Refund: EUR at once").fill("75,50");
  await field("Agents: Refund: EUR in 24 h").fill("");
  await page
    .getByRole("combobox", { name: "Agents: Cancel order: alone, asked for or off" })
    .selectOptions("Asks each time");
  await page
    .getByRole("combobox", { name: "Agents: Change shipping address: alone, asked for or off" })
    .selectOptions("Off");
  await save.click();
  await expect.element(save).toBeDisabled();
  expect(acting.savedLimits).toMatchObject([
    {
      version: 1,
      roles: [
        {
          role: "agent",
          kinds: [
            { kind: "refund", each: "75.50", day: null },
            { kind: "cancel", mode: "asks" },
            { kind: "address", mode: "off" },
            ...[{}, {}, {}, {}],
          ],
        },
        { role: "supervisor" },
        { role: "admin" },
      ],
    },
  ]);
});

test("says at its field what cannot be a limit, and overwrites no change of somebody else", async () => {
  const acting = await open("store:manage");
  acting.before = async () => {
    throw refusal("input_invalid", { fields: { "roles.0.kinds.0.each": ["Enter an amount such as 12.50"] } });
  };
  await field("Agents: Refund: EUR at once").fill("75.555");
  await save.click();
  await expect.element(page.getByText("Enter an amount such as 12.50")).toBeVisible();
  await field("Agents: Refund: EUR at once").fill("75");
  acting.before = async () => {
    throw refusal("order_limits_changed_meanwhile", { version: 2 });
  };
  acting.limits = { ...acting.limits, version: 2 };
  await save.click();
  await expect.element(page.getByText("These limits were changed meanwhile")).toBeVisible();
  await page.getByRole("button", { name: "Show them" }).click();
  await expect.element(field("Agents: Refund: EUR at once")).toHaveValue("50.00");
});

test("whoever may not change them reads them", async () => {
  await open();
  await expect.element(field("Agents: Refund: EUR at once")).toBeDisabled();
  await expect.element(save).not.toBeInTheDocument();
});
