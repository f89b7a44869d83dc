import type { NotificationPreferences } from "@deskhand/contract/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../lib/query-client.ts";
import { fakeServer, refusal } from "../../testing/fake-server.ts";
import "../../ui/theme.css";
import { NotificationChoices } from "./notification-choices.tsx";

const sound = page.getByRole("switch", { name: /^Sound/ });
const reply = page.getByRole("switch", { name: "Customer replies" });

/** Shows the choices before a server that stores them, and delays or refuses on demand. */
async function open() {
  const desk = {
    kept: { wanted: [], desktop: false, sound: false } as NotificationPreferences,
    loads: 0,
    saves: 0,
    beforeLoad: async (): Promise<void> => undefined,
    beforeSave: async (): Promise<void> => undefined,
  };
  fakeServer().onTheWay = async (request) => {
    if (!request.url.endsWith("/api/notifications/preferences")) return undefined;
    const isLoad = request.method === "GET";
    desk[isLoad ? "loads" : "saves"] += 1;
    try {
      await desk[isLoad ? "beforeLoad" : "beforeSave"]();
    } catch (error) {
      return Response.json(error, { status: 403 });
    }
    if (!isLoad) desk.kept = await request.json();
    return Response.json(desk.kept);
  };
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <NotificationChoices />
    </QueryClientProvider>,
  );
  await expect.element(sound).not.toBeChecked();
  return desk;
}

/** Delays loads and saves from now on. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: () => promise, open: () => resolve() };
}

test("a choice made during a refetch of the previous one stays, and so does that one", async () => {
  const desk = await open();
  const [load, save] = [gate(), gate()];
  desk.beforeLoad = load.wait;
  await sound.click();
  await expect.poll(() => desk.loads).toBe(2);
  desk.beforeSave = save.wait;
  await reply.click();
  await expect.poll(() => desk.saves).toBe(2);
  await expect.element(sound).toBeChecked();
  await expect.element(reply).toBeChecked();
  load.open();
  save.open();
  await expect.poll(() => desk.loads).toBe(3);
  await expect.element(sound).toBeChecked();
  await expect.element(reply).toBeChecked();
  expect(desk.kept).toMatchObject({ sound: true, wanted: ["customer_reply"] });
});

test("a saved choice shows even if the refetch fails, and only an unsaved one is undone", async () => {
  const desk = await open();
  desk.beforeLoad = () => Promise.reject(refusal("not_allowed"));
  await sound.click();
  await expect.poll(() => desk.loads).toBe(2);
  desk.beforeSave = desk.beforeLoad;
  await reply.click();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/^Not saved/);
  await expect.element(sound).toBeChecked();
  await expect.element(reply).not.toBeChecked();
});
