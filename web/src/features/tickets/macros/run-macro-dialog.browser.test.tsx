import type { RuleActionSet } from "@deskhand/contract/admin/rules";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer } from "../../../testing/fake-server.ts";
import { newResponse } from "../../../testing/fake-writing.ts";
import { Toaster } from "../../../ui/overlay/toaster.tsx";
import "../../../ui/theme.css";
import { BulkLayer } from "../bulk/bulk-layer.tsx";
import { chooseAll } from "../bulk/chosen-tickets.ts";
import { RunOnTicketDialog } from "./run-macro-dialog.tsx";

const tag: RuleActionSet = { action: "add_tags", values: ["refund"] };
const high: RuleActionSet = { action: "set_priority", values: ["high"] };

beforeEach(() => sessionStorage.clear());

async function open(component: () => React.ReactNode) {
  const server = fakeServer();
  const macro = newResponse({ title: "Refund", actions: [tag, high] });
  server.responses = [newResponse({ title: "Words alone" }), macro];
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() });
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { server, macro };
}

const options = () => page.getByRole("list", { name: "Macros" }).getByRole("button");

test("many tickets: only macros are offered, the preview counts, and it runs with an undo", async () => {
  const { server, macro } = await open(() => (
    <BulkLayer items={[]} total={undefined} findAll={() => Promise.reject()} listKey="all" />
  ));
  const ids = [crypto.randomUUID(), crypto.randomUUID()];
  chooseAll(ids);
  await page.getByRole("button", { name: "Macro" }).click();
  await expect.element(options().first().getByText("Refund", { exact: true })).toBeVisible();
  expect(options().elements()).toHaveLength(1);
  await options().first().click();
  await expect.element(page.getByRole("region", { name: "Preview" }).getByText("2 tickets will change")).toBeVisible();
  await page.getByRole("button", { name: "Take off: Set the priority to High" }).click();
  await page.getByRole("button", { name: "Run on 2 tickets" }).dblClick();
  const bar = page.getByRole("region", { name: "Change of many tickets" });
  await expect.element(bar.getByText("2 changed", { exact: true })).toBeVisible();
  expect(server.ranMacros).toMatchObject([{ id: macro.id, ticketIds: ids, actions: [tag] }]);
  await bar.getByRole("button", { name: "Undo" }).click();
  await expect.element(bar.getByText("2 changed back", { exact: true })).toBeVisible();
  expect(server.changes.parts).toEqual([2]);
});

test("one ticket: the preview says what would happen, and it runs once", async () => {
  const { server } = await open(() => (
    <>
      <RunOnTicketDialog ticketId={crypto.randomUUID()} onClose={() => undefined} />
      <Toaster />
    </>
  ));
  await options().first().click();
  await expect.element(page.getByRole("region", { name: "Preview" }).getByText("Adds tags: refund")).toBeVisible();
  await page.getByRole("button", { name: "Run", exact: true }).dblClick();
  await expect.element(page.getByText("“Refund” was run")).toBeVisible();
  expect(server.ranMacros).toHaveLength(1);
});
