import type { Notification, NotificationList, NotificationPreferences } from "@deskhand/contract/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { api } from "../../lib/api.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import { Toaster } from "../../ui/overlay/toaster.tsx";
import "../../ui/theme.css";
import { type Showing, showBurst } from "./show-burst.tsx";

afterEach(() => vi.restoreAllMocks());

const ticketId = "22222222-2222-4222-8222-222222222222";

function newNotification(id: string): Notification {
  return {
    id,
    type: "new_ticket",
    title: "New Ticket",
    message: `From ${id}`,
    authorName: null,
    ticketId,
    orderId: null,
    ticket: { ticketNumber: 42, subject: "Lamp" },
    timestamp: "2026-03-02T10:00:00.000Z",
    read: false,
  };
}

/** Opens a page with toasts, before a server with these notifications. */
async function open(choices: Partial<NotificationPreferences> = {}) {
  const desk = { newest: [] as Notification[], lists: 0, beforeList: async (): Promise<void> => undefined };
  fakeServer().onTheWay = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/notifications/preferences")
      return Response.json({ wanted: [], desktop: false, sound: false, ...choices });
    if (pathname !== "/api/notifications") return undefined;
    desk.lists += 1;
    const list: NotificationList = { items: desk.newest, count: desk.newest.length };
    await desk.beforeList();
    return Response.json(list);
  };
  const cache = createQueryClient(() => undefined);
  await render(
    <QueryClientProvider client={cache}>
      <Toaster />
    </QueryClientProvider>,
  );
  const tabs = { isSpeaker: () => true, isAnyShown: async () => true, leave: () => undefined };
  const ways = () => ({ openTicketId: null, openTicket: vi.fn(), onShowAll: vi.fn() });
  return { desk, showing: { cache, tabs, ways } as Showing };
}

function burstOf(id: string, all: Notification[]) {
  return { id, all: all.map(({ id, type, ticketId }) => ({ id, type, ticketId })) };
}

test("a fetch started before a notification arrived does not leave its toast without text", async () => {
  const { desk, showing } = await open();
  const { promise, resolve } = Promise.withResolvers<void>();
  desk.beforeList = () => promise;
  const underWay = showing.cache.fetchQuery(api.notifications.list.queryOptions());
  await expect.poll(() => desk.lists).toBe(1);
  desk.newest = [newNotification("Ruth")];
  const showingBurst = showBurst(burstOf("first", desk.newest), showing);
  resolve();
  await Promise.all([underWay, showingBurst]);
  await expect.element(page.getByText("From Ruth · Ticket: 0042 · Lamp")).toBeVisible();
  expect(desk.lists).toBe(2);
});

test("a burst larger than the newest list fetches once", async () => {
  const { desk, showing } = await open();
  const all = Array.from({ length: 30 }, (_, index) => newNotification(`C${index}`));
  desk.newest = all.slice(-10).reverse();
  await showBurst(burstOf("many", all), showing);
  await expect.element(page.getByText("30 new tickets · Ticket: 0042 · Lamp")).toBeVisible();
  expect(desk.lists).toBe(1);
});

test("a burst is shown and may grow before its sound plays", async () => {
  const { desk, showing } = await open({ sound: true });
  const { promise, resolve } = Promise.withResolvers<void>();
  const play = vi.spyOn(OscillatorNode.prototype, "start");
  vi.spyOn(navigator.userActivation, "hasBeenActive", "get").mockReturnValue(true);
  vi.spyOn(AudioContext.prototype, "resume").mockReturnValue(promise);
  const state = vi.spyOn(AudioContext.prototype, "state", "get").mockReturnValue("suspended");
  desk.newest = [newNotification("Ruth")];
  await showBurst(burstOf("heard", desk.newest), showing);
  expect(play).not.toHaveBeenCalled();
  state.mockReturnValue("running");
  resolve();
  await expect.poll(() => play.mock.calls.length).toBe(2);
});
