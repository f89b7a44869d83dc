import type { SystemPart, SystemStatus } from "@deskhand/contract/admin/setup";
import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer } from "../../../testing/fake-server.ts";
import { fromNow } from "../../../testing/from-now.ts";
import "../../../ui/theme.css";
import { SystemStatusCard } from "./system-status-card.tsx";

const works: Omit<SystemPart, "id"> = { state: "working", faults: [], note: null, behind: null, lastSuccessAt: null };
const unusual = "No mail has come for 26 hours, which is unusual for your store: check that it is still forwarded";

async function renderWith(mailIn: Partial<SystemPart>, mailOut: Partial<SystemPart> = {}): Promise<void> {
  const parts: SystemPart[] = [
    { id: "database", ...works },
    { id: "mail-in", ...works, ...mailIn },
    { id: "mail-out", ...works, ...mailOut },
    { id: "store", ...works },
  ];
  const status: SystemStatus = { parts, checkedAt: fromNow().toISOString() };
  fakeServer().onTheWay = async (request) =>
    new URL(request.url).pathname === "/api/setup/status" ? Response.json(status) : undefined;
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <SystemStatusCard />
    </QueryClientProvider>,
  );
}

test("what waits is said while everything works", async () => {
  await renderWith({ behind: "12 mails waiting since 3 minutes" });
  await expect.element(page.getByText("Operational")).toBeVisible();
  await expect.element(page.getByText("12 mails waiting since 3 minutes.")).toBeVisible();
});

test("a silence is told in a word of its own, and is no fault of the system", async () => {
  await renderWith({ state: "silent", faults: [unusual] });
  await expect.element(page.getByText("Mail in: silent for unusually long")).toBeVisible();
  await expect.element(page.getByText(`${unusual}.`)).toBeVisible();
  await expect.element(page.getByText("Silent", { exact: true })).toBeVisible();
  expect(page.getByText("Not working").query()).toBeNull();
});

test("what does not work is told before what is silent", async () => {
  await renderWith(
    { state: "silent", faults: [unusual] },
    { state: "trouble", faults: ["12 mails waiting since 7 minutes"] },
  );
  await expect.element(page.getByText("Mail out: not working")).toBeVisible();
  await expect.element(page.getByText("12 mails waiting since 7 minutes.")).toBeVisible();
});
