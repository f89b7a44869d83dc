import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { expect, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useStatusChange } from "../features/tickets/detail/status-dialog.tsx";
import { TicketBody } from "../features/tickets/detail/ticket-body.tsx";
import { useShownTicket } from "../features/tickets/detail/use-shown-ticket.ts";
import { KeptReplies } from "../features/tickets/sending/kept-replies-toasts.tsx";
import { api } from "../lib/api.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { useSession } from "../lib/session.ts";
import { Dialog } from "../ui/overlay/dialog.tsx";
import { Toaster } from "../ui/overlay/toaster.tsx";
import "../ui/theme.css";
import { agent, fakeServer } from "./fake-server.ts";
import type { Sending } from "./fake-uploads.ts";

/** Returns the storage key of an unsent text of the ticket. */
export const storageKey = (kind: string, ticketId: string) => `deskhand-draft:${agent.id}:${kind}:${ticketId}`;

/**
 * Opens a ticket as in the dialog, without the quick picker and the tools of other features. The key for the status
 * closes it without a dialog.
 */
export async function openTicket(server = fakeServer(), orders = noOrders, beside: ExtraParts = {}) {
  const { ticket } = server;
  const sendings: readonly Sending[] = server.files.sendings;
  let ended = 0;
  const cache = createQueryClient(() => ended++);
  await cache.prefetchQuery(api.desk.preferences.queryOptions());
  // Routes for links to other tickets.
  const rootRoute = createRootRoute({
    component: () => (
      <Dialog title="Ticket" size="xl" tall bare onClose={() => undefined}>
        <OpenTicket id={ticket.id} orders={orders} beside={beside} />
        {beside.screen}
      </Dialog>
    ),
  });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  const screen = await render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole("tablist", { name: "Ticket" })).toBeVisible();
  const region = page.getByRole("region", { name: "Reply" });
  const list = page.getByRole("list", { name: "Files of the reply" });
  return {
    server,
    ticket,
    close: () => screen.unmount(),
    region,
    composer: page.getByRole("textbox", { name: "Your reply" }),
    send: region.getByRole("button", { name: "Send Reply" }),
    sending: page.getByRole("button", { name: "Sending..." }),
    sent: page.getByText("Reply sent successfully!"),
    note: page.getByRole("textbox", { name: "Internal note" }),
    addNote: page.getByRole("button", { name: "Add Note" }),
    tab: (name: RegExp) => page.getByRole("tab", { name }),
    files: list,
    file: (name: string) => list.getByRole("listitem").filter({ hasText: name }),
    remove: (name: string) => page.getByRole("button", { name: `Remove ${name}` }),
    sendings,
    /** How often a call found the session ended. */
    sessionsEnded: () => ended,
    /** Picks files as the browser's dialog does. */
    pick(...picked: File[]) {
      const field = document.querySelector<HTMLInputElement>("input[type=file]");
      if (field === null) throw new Error("Nothing to pick files with");
      field.files = dataOf(picked).files;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    },
    /** Refetches the ticket, as after a live event. */
    refresh: () => cache.invalidateQueries({ queryKey: api.tickets.get.key() }),
    refreshKept: () => cache.invalidateQueries({ queryKey: api.keptReplies.key() }),
  };
}

/** Shows the notices of kept replies without an open ticket. */
export async function showKeptReplies() {
  const cache = createQueryClient(() => undefined);
  const component = () => (
    <>
      <KeptReplies />
      <Toaster />
    </>
  );
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() });
  const screen = await render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { close: () => screen.unmount(), refresh: () => cache.invalidateQueries({ queryKey: api.keptReplies.key() }) };
}

/** What is rendered beside the ticket, the composer's tools, and what the snooze key does. */
interface ExtraParts {
  screen?: ReactNode;
  tools?: Partial<ComponentProps<typeof TicketBody>["tools"]>;
  onSnooze?: () => void;
}

type Orders = ComponentProps<typeof TicketBody>["orders"];
const noOrders: Orders = {
  customer: () => null,
  brief: () => null,
  notices: () => null,
  tracking: () => null,
  orderInfo: () => null,
};

function OpenTicket({ id, orders, beside }: { id: string; orders: Orders; beside: ExtraParts }) {
  const { user } = useSession();
  const status = useStatusChange(id);
  const { ticket } = useShownTicket(id);
  if (user === null || ticket === undefined) return null;
  return (
    <TicketBody
      ticket={ticket}
      status={status}
      onUpdateStatus={() => status.mutate({ id, status: "closed", expectedStatus: ticket.status })}
      onSnooze={beside.onSnooze}
      walk={{ next: undefined, previous: undefined, onSent: () => undefined }}
      tools={{ buttons: () => null, preview: () => null, quickPicker: () => <p>Quick picker</p>, ...beside.tools }}
      orders={orders}
    />
  );
}

/** A file of the given size in bytes. */
export function newFile(name: string, size = 4): File {
  return new File([new Uint8Array(size)], name);
}

function dataOf(files: readonly File[]): DataTransfer {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  return data;
}

/** Drags files over an element, drops or pastes them; `texts` adds further clipboard formats. */
export function bring(
  over: Element,
  event: "dragenter" | "dragleave" | "drop" | "paste",
  files: readonly File[],
  texts: Record<string, string> = {},
): Event {
  const data = dataOf(files);
  for (const [type, text] of Object.entries(texts)) data.setData(type, text);
  const options = { bubbles: true, cancelable: true };
  const brought =
    event === "paste"
      ? new ClipboardEvent(event, { ...options, clipboardData: data })
      : new DragEvent(event, { ...options, dataTransfer: data });
  over.dispatchEvent(brought);
  return brought;
}

/** Takes the browser offline until `goOnline` or the test's end. */
export function goOffline(): { goOnline: () => void } {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  dispatchEvent(new Event("offline"));
  function goOnline() {
    onLine.mockRestore();
    dispatchEvent(new Event("online"));
  }
  onTestFinished(goOnline);
  return { goOnline };
}

/** Another tab of the same browser with the same storage, whose writes this tab receives as events. */
export function otherTab(): Storage {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  const storage = frame.contentWindow?.localStorage;
  if (storage === undefined) throw new Error("The other tab has no storage");
  return storage;
}
