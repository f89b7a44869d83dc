import { permissionsOf, type Role } from "@deskhand/contract/permissions";
import type { StoreStatus } from "@deskhand/contract/shopify";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../lib/query-client.ts";
import { agent, fakeServer } from "../testing/fake-server.ts";
import "../ui/theme.css";
import { StoreFault } from "./store-fault.tsx";

const lostConnection: StoreStatus = {
  state: "reconnect",
  shopDomain: "shop.myshopify.com",
  shopName: "Shop",
  origin: "oauth",
  scopes: [],
  wantedScopes: [],
  connectedAt: "2026-03-01T10:00:00.000Z",
  lastSyncAt: "2026-03-02T10:00:00.000Z",
  hasWebhooks: true,
  adminUrl: null,
  canConnectByOauth: true,
  isSelfTestOffered: false,
  standInUrl: null,
  isRemoving: false,
};

async function show(role: Role, status: StoreStatus) {
  const server = fakeServer();
  server.onTheWay = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/me")
      return Response.json({ user: { ...agent, role }, client: {}, can: permissionsOf[role] });
    return pathname === "/api/shopify/status" ? Response.json(status) : undefined;
  };
  const parts = () => (
    <>
      <StoreFault />
      <section aria-label="Dashboard">
        <StoreFault isForAdmins />
      </section>
      <p>Shown</p>
    </>
  );
  const router = createRouter({ routeTree: createRootRoute({ component: parts }), history: createMemoryHistory() });
  const cache = createQueryClient(() => undefined);
  await render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText("Shown", { exact: true })).toBeVisible();
  await expect.poll(() => cache.isFetching()).toBe(0);
}

const age = /Shown as of Mar 2, 2026/;
const dashboard = page.getByRole("region", { name: "Dashboard" });

test("an admin learns how old the shown data is, on the dashboard too, and gets a link to the store's connection", async () => {
  await show("admin", lostConnection);
  await expect.element(page.getByText(age).first()).toBeVisible();
  await expect.element(dashboard.getByText(age)).toBeVisible();
  const link = dashboard.getByRole("link", { name: "Connect the store again" });
  await expect.element(link).toHaveAttribute("href", "/dashboard/admin?view=shopify");
});

test("an agent learns it where the data is shown, and who can fix it", async () => {
  await show("agent", lostConnection);
  await expect.element(page.getByText(age)).toBeVisible();
  await expect.element(page.getByText(/An administrator has to connect the store again/)).toBeVisible();
  expect(dashboard.element().textContent).toBe("");
});

test("while Shopify accepts the connection nothing is said", async () => {
  await show("admin", { ...lostConnection, state: "connected" });
  expect(page.getByText(age).elements()).toEqual([]);
});
