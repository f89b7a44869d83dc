import type { Client } from "@deskhand/contract/admin/client";
import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer } from "../../../testing/fake-server.ts";
import { earlyFrames, fromNow } from "../../../testing/stop-clock.ts";
import "../../../ui/theme.css";
import type { SystemPart, SystemStatus } from "@deskhand/contract/admin/setup";
import { SystemStatusCard } from "./overview-screen.tsx";
import { StoreNameCard, StoreNameForm } from "./store-name-card.tsx";

const client: Client = {
  id: "22222222-2222-4222-8222-222222222222",
  clientCode: "abcdefgh",
  storeName: "Acme Shop",
  supportEmail: "help+abcdefgh@desk.test",
  customSupportEmail: null,
  timeZone: "Europe/Berlin",
  plan: "basic",
  status: "active",
};

test("a blank name is refused at the field, and an unchanged one is accepted", async () => {
  const server = fakeServer();
  const requests: unknown[] = [];
  server.onTheWay = async (request) => {
    if (new URL(request.url).pathname !== "/api/client/name") return undefined;
    requests.push(await request.json());
    return Response.json(client);
  };
  const onDone = vi.fn();
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <StoreNameForm client={client} onDone={onDone} />
    </QueryClientProvider>,
  );
  const name = page.getByLabelText("Name");
  const save = page.getByRole("button", { name: "Save" });
  await name.fill("  ");
  await expect.element(save).toBeDisabled();
  await expect.element(page.getByText("Store name cannot be empty")).toBeVisible();
  await name.fill("Acme Shop");
  expect(page.getByText("Store name cannot be empty").query()).toBeNull();
  await save.click();
  await expect.poll(() => onDone).toHaveBeenCalledOnce();
  expect(requests).toEqual([{ storeName: "Acme Shop", from: "Acme Shop" }]);
});

test("after saving the name, the button that opened the form has the focus again", async () => {
  const server = fakeServer();
  server.alsoCan.push("client:manage");
  server.onTheWay = async (request) => (request.url.endsWith("/client/name") ? Response.json(client) : undefined);
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <StoreNameCard client={client} isLost={false} />
    </QueryClientProvider>,
  );
  const edit = page.getByRole("button", { name: "Edit store name" });
  await edit.click();
  earlyFrames();
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(edit).toHaveFocus();
});

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

test("says what is waiting while everything works", async () => {
  await renderWith({ behind: "12 mails waiting since 3 minutes" });
  await expect.element(page.getByText("Operational")).toBeVisible();
  await expect.element(page.getByText("12 mails waiting since 3 minutes.")).toBeVisible();
});

test("reports unusual silence in its own words, not as a failure", async () => {
  await renderWith({ state: "silent", faults: [unusual] });
  await expect.element(page.getByText("Mail in: silent for unusually long")).toBeVisible();
  await expect.element(page.getByText(`${unusual}.`)).toBeVisible();
  await expect.element(page.getByText("Silent", { exact: true })).toBeVisible();
  expect(page.getByText("Not working").query()).toBeNull();
});

test("reports a failure before a silence", async () => {
  await renderWith(
    { state: "silent", faults: [unusual] },
    { state: "trouble", faults: ["12 mails waiting since 7 minutes"] },
  );
  await expect.element(page.getByText("Mail out: not working")).toBeVisible();
  await expect.element(page.getByText("12 mails waiting since 7 minutes.")).toBeVisible();
});
