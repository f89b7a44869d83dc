import type { Doing, PresenceClaim, PresenceNews } from "@deskhand/contract/desk/presence";
import type { EventPayloads, ServerToClient } from "@deskhand/contract/events";
import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { api } from "../../../lib/api.ts";
import type { LiveSocket } from "../../../lib/live.ts";
import { presence } from "../../../lib/presence/presence.ts";
import { createQueryClient } from "../../../lib/query-client.ts";
import { agent, fakeServer } from "../../../testing/fake-server.ts";
import { openTicket, showKeptReplies } from "../../../testing/open-ticket.tsx";
import { Announcer } from "../../../ui/announcer.tsx";
import { RowPresence } from "./row-presence.tsx";
import { TicketPresence } from "./ticket-presence.tsx";

const colleagues = ["Ada Marsh", "Ben Ochoa"].map((name, index) => ({
  id: `2222222${index}-2222-4222-8222-222222222222`,
  name,
  email: "",
  role: "agent" as const,
  isActive: true,
}));
const [ada = "", ben = ""] = colleagues.map(({ id }) => id);

let server: ReturnType<typeof liveServer>;
beforeEach(() => {
  server = liveServer();
  presence.attach(server.socket);
});
afterEach(() => presence.attach(null));

/** A live connection as presence uses it. */
function liveServer() {
  const handlers: Partial<ServerToClient> = {};
  const claims: PresenceClaim[] = [];
  const socket: LiveSocket = {
    on: (name, handler) => {
      handlers[name] = handler;
    },
    onLost: () => undefined,
    claim(claim, onHeard) {
      claims.push(claim);
      onHeard();
    },
    close: () => undefined,
  };
  return {
    socket,
    claims,
    tell: (userId: string, ticketId: string | null, doing: Doing = "looking") =>
      handlers.presence?.({
        people: [{ userId, at: ticketId === null ? [] : [{ ticketId, doing }] }],
        isAll: false,
      } satisfies PresenceNews),
    message: (changes: Partial<EventPayloads["message.created"]>) =>
      handlers.event?.({
        number: 1,
        type: "message.created",
        payload: {
          id: crypto.randomUUID(),
          ticketId: "",
          isFromCustomer: false,
          isAutomatic: false,
          beginsTicket: false,
          authorId: ada,
          authorName: "Ada Marsh",
          ...changes,
        },
      }),
  };
}

async function show(ticketId: string) {
  const desk = fakeServer();
  desk.colleagues.push(...colleagues);
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <section aria-label="Head">
        <TicketPresence ticketId={ticketId} />
      </section>
      <section aria-label="Row">
        <RowPresence ticketId={ticketId} />
      </section>
      <RowPresence ticketId="another" />
      <Announcer />
    </QueryClientProvider>,
  );
}

test("header and row name who looks and writes, and nothing while alone or in another tab of one's own", async () => {
  await show("parcel");
  const head = page.getByRole("region", { name: "Head" });
  const row = page.getByRole("region", { name: "Row" });
  server.tell(agent.id, "parcel", "writing");
  server.tell(ben, "another");
  await expect.element(page.getByTitle("Ben Ochoa is looking")).toBeVisible();
  await expect.element(head).toBeEmptyDOMElement();
  await expect.element(row).toBeEmptyDOMElement();
  server.tell(ada, "parcel");
  await expect.element(head.getByText("Ada Marsh is looking")).toBeVisible();
  await expect.element(row.getByTitle("Ada Marsh is looking")).toBeVisible();
  server.tell(ada, "parcel", "writing");
  server.tell(ben, "parcel");
  await expect.element(head.getByText("Ada Marsh is writing · Ben Ochoa is looking")).toBeVisible();
  await expect.element(row.getByTitle("Ada Marsh is writing. Ben Ochoa is looking")).toBeVisible();
  server.tell(ada, "parcel", "sending");
  await expect.element(head.getByText("Ada Marsh is sending a reply · Ben Ochoa is looking")).toBeVisible();
  server.tell(ada, null);
  await expect.element(head.getByText("Ben Ochoa is looking")).toBeVisible();
  presence.attach(null);
  await expect.element(head).toBeEmptyDOMElement();
  await expect.element(row).toBeEmptyDOMElement();
});

test("a screen reader is politely told who came", async () => {
  await show("parcel");
  server.tell(ada, "parcel");
  const spoken = () =>
    [...document.querySelectorAll("[aria-live=polite]")].map(({ textContent }) => textContent?.trim());
  await expect.poll(spoken).toContain("Ada Marsh is looking");
});

test("opening a ticket and writing in it is reported, and stops with the text", async () => {
  const { ticket, composer, close } = await openTicket();
  const reportedPlaces = () => server.claims.at(-1)?.at;
  await expect.poll(reportedPlaces).toEqual([{ ticketId: ticket.id, doing: "looking" }]);
  expect(server.claims[0]?.asksForAll).toBe(true);
  await composer.fill("Dear Ines");
  await expect.poll(reportedPlaces).toEqual([{ ticketId: ticket.id, doing: "writing" }]);
  await composer.fill("");
  await expect.poll(reportedPlaces).toEqual([{ ticketId: ticket.id, doing: "looking" }]);
  const end = presence.send(ticket.id);
  close();
  await expect.poll(reportedPlaces).toEqual([{ ticketId: ticket.id, doing: "sending" }]);
  end();
  await expect.poll(reportedPlaces).toEqual([]);
  expect(server.claims.filter(({ asksForAll }) => asksForAll)).toHaveLength(1);
});

test("a reply in its undo period is reported as on its way until it was undone or has left", async () => {
  const desk = fakeServer();
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
  const request = { ticketId: desk.ticket.id, content: "Soon.", lastSeenMessageId: null, undoSeconds: 30 as const };
  const keep = async (ticketId: string) => {
    const { kept } = await api.keptReplies.keep.call({ ...request, idempotencyKey: crypto.randomUUID() });
    Object.assign(desk.kept.items.at(-1) ?? {}, { ticketId });
    await refresh();
    return kept?.id ?? "";
  };
  const takeBack = async (id: string) => {
    await api.keptReplies.undo.call({ id });
    await refresh();
  };
  const { close, refresh } = await showKeptReplies();
  const reportedPlaces = () => server.claims.at(-1)?.at;
  const sending = (ticketId: string) => ({ ticketId, doing: "sending" });
  await expect.poll(reportedPlaces).toEqual([]);
  const first = await keep(one);
  await expect.poll(reportedPlaces).toEqual([sending(one)]);
  const second = await keep(one);
  await keep(two);
  await expect.poll(reportedPlaces).toEqual([sending(one), sending(two)]);
  // Another reply is still on its way.
  await takeBack(first);
  expect(reportedPlaces()).toEqual([sending(one), sending(two)]);
  await takeBack(second);
  await expect.poll(reportedPlaces).toEqual([sending(two)]);
  // After signing out nothing is reported.
  close();
  await expect.poll(reportedPlaces).toEqual([]);
});

test("a colleague's answer is reported above the reply at once, until seen, dismissed or answered", async () => {
  const { ticket, composer } = await openTicket();
  const notice = page.getByText("Ada Marsh answered just now");
  await composer.fill("Dear Ines");
  const ticketId = ticket.id;
  await expect.poll(() => server.claims.at(-1)?.at).toEqual([{ ticketId, doing: "writing" }]);

  for (const quiet of [{ isAutomatic: true }, { beginsTicket: true }, { ticketId: crypto.randomUUID() }]) {
    server.message({ ticketId, ...quiet });
  }
  server.message({ ticketId, authorId: agent.id, authorName: agent.name });
  expect(document.querySelector("[data-answered]")).toBeNull();
  server.message({ ticketId });
  await expect.element(notice).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Dismiss" }));
  await expect.element(notice).not.toBeInTheDocument();

  server.message({ ticketId, isFromCustomer: true, authorId: null, authorName: "Ines Roth" });
  await expect.element(page.getByText("Ines Roth answered just now")).toBeVisible();
  server.message({ ticketId });
  await expect.element(notice).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Show" }));
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(composer).toHaveFocus();
  await expect.element(composer).toHaveValue("Dear Ines");

  server.message({ ticketId });
  await expect.element(notice).toBeVisible();
  server.message({ ticketId, authorId: agent.id, authorName: agent.name });
  await expect.element(notice).not.toBeInTheDocument();
});
