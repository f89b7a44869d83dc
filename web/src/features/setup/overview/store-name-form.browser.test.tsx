import type { Client } from "@deskhand/contract/admin/client";
import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { earlyFrames } from "../../../testing/early-frames.ts";
import { fakeServer } from "../../../testing/fake-server.ts";
import "../../../ui/theme.css";
import { StoreNameCard } from "./store-name-card.tsx";
import { StoreNameForm } from "./store-name-form.tsx";

const client: Client = {
  id: "22222222-2222-4222-8222-222222222222",
  clientCode: "abcdefgh",
  storeName: "Acme Shop",
  supportEmail: "help+abcdefgh@desk.test",
  customSupportEmail: null,
  plan: "basic",
  status: "active",
};

test("a blank name cannot be saved and says so at the field; the name that it has can", async () => {
  const server = fakeServer();
  const sent: unknown[] = [];
  server.onTheWay = async (request) => {
    if (new URL(request.url).pathname !== "/api/client/name") return undefined;
    sent.push(await request.json());
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
  expect(sent).toEqual([{ storeName: "Acme Shop", from: "Acme Shop" }]);
});

test("once the name is saved, the button that began it has the focus again", async () => {
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
