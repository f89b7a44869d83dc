import type { StoreStatus } from "@deskhand/contract/shopify";
import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../lib/query-client.ts";
import { grantOf } from "../../testing/fake-order-actions.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import "../../ui/theme.css";
import { IntegrationScreen } from "./integration-screen.tsx";

const none: StoreStatus = {
  state: "none",
  shopDomain: null,
  shopName: null,
  origin: null,
  scopes: [],
  wantedScopes: ["read_orders"],
  connectedAt: null,
  lastSyncAt: null,
  hasWebhooks: false,
  adminUrl: null,
  canConnectByOauth: false,
  isSelfTestOffered: false,
  standInUrl: null,
  isRemoving: false,
};
const connected: StoreStatus = { ...none, state: "connected", shopDomain: "loom.myshopify.com", origin: "manual" };

test("the confirmation of saved settings scrolls into view in a low window", async () => {
  await page.viewport(1366, 650);
  let status = none;
  const server = fakeServer();
  server.alsoCan.push("store:read", "store:manage");
  server.onTheWay = async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/api/shopify") || pathname.endsWith("/grant")) return undefined;
    if (pathname.endsWith("/counts")) return Response.json({ customers: 0, orders: 0 });
    if (request.method !== "GET") status = connected;
    return Response.json(status);
  };
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <div style={{ paddingTop: 200 }}>
        <IntegrationScreen returned={{ shop: null, isGrant: false, error: null }} onReturnRead={() => undefined} />
      </div>
    </QueryClientProvider>,
  );
  await page.getByLabelText("Shopify Domain").fill("loom.myshopify.com");
  await page.getByRole("textbox", { name: "Admin API Access Token" }).fill("shpat_0123456789abcdef0123456789abcdef");
  const save = page.getByRole("button", { name: "Save Settings" });
  save.element().scrollIntoView({ block: "start" });
  await save.click();
  await expect.element(page.getByText(/^Shopify settings saved successfully!/)).toBeInViewport();
});

test.each([
  ["on", /^Orders of loom\.myshopify\.com can be changed from Deskhand now: Refund, Cancel order, .+tags and note\.$/],
  ["off", /^Shopify did not allow changes to orders\. Not allowed: write_orders, /],
] as const)(
  "a return from the second grant that is %s says what was allowed, as the server knows it",
  async (state, says) => {
    const server = fakeServer();
    server.alsoCan.push("store:read", "store:manage");
    server.acting.grant = grantOf(state);
    server.onTheWay = async (request) => {
      const { pathname } = new URL(request.url);
      return pathname === "/api/shopify" ? Response.json(connected) : undefined;
    };
    const returned = { shop: "loom.myshopify.com", isGrant: true, error: null };
    await render(
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <IntegrationScreen returned={returned} onReturnRead={() => undefined} />
      </QueryClientProvider>,
    );
    await expect.element(page.getByText(says)).toBeVisible();
  },
);
