import type { StoreStatus } from "@deskhand/contract/shopify";
import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer } from "../../../testing/fake-server.ts";
import "../../../ui/theme.css";
import { SyncScreen } from "./sync-screen.tsx";

const connected: StoreStatus = {
  state: "connected",
  shopDomain: "loom.myshopify.com",
  shopName: null,
  origin: "manual",
  scopes: [],
  wantedScopes: ["read_orders"],
  connectedAt: "2026-03-01T10:00:00.000Z",
  lastSyncAt: null,
  hasWebhooks: true,
  adminUrl: null,
  canConnectByOauth: false,
  isSelfTestOffered: false,
  standInUrl: null,
  isRemoving: false,
};

test.each([
  [null, "Last sync: Never", "No sync has ended yet."],
  ["2026-03-02T10:00:00.000Z", /^Last sync: (?!Never)/, /^Changes came from the store by themselves\./],
] as const)("without a full sync, the history agrees with a last sync of %s", async (lastSyncAt, last, history) => {
  const server = fakeServer();
  server.alsoCan.push("store:read", "store:manage");
  server.onTheWay = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/shopify/status")) return Response.json({ ...connected, lastSyncAt });
    return pathname.endsWith("/syncs") ? Response.json({ running: [], history: [] }) : undefined;
  };
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <SyncScreen onConnect={() => undefined} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText(last)).toBeVisible();
  await expect.element(page.getByText(history)).toBeVisible();
});
