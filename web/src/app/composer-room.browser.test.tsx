import type { TicketDetail } from "@deskhand/contract/tickets";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { ComposerTools, ReplyDraft } from "../entities/ticket/reply-draft.ts";
import { api } from "../lib/api.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { newRecipient } from "../testing/fake-recipients.ts";
import { fakeServer, newMessage, refusal } from "../testing/fake-server.ts";
import "../ui/theme.css";
import { MailPreviewFold } from "../features/outgoing/reply-preview/mail-preview-fold.tsx";
import { TicketDialog } from "../features/tickets/detail/ticket-dialog.tsx";
import { KeptReplies } from "../features/tickets/sending/kept-replies-toasts.tsx";
import { closeToast, showToast } from "../ui/overlay/show-toast.ts";
import { Toaster } from "../ui/overlay/toaster.tsx";

const sizes = [
  [1440, 900],
  [1366, 650],
  [720, 450],
  [390, 844],
] as const;
const composer = page.getByRole("textbox", { name: "Your reply" });
const send = page.getByRole("button", { name: "Send Reply" });
const preview = page.getByRole("button", { name: "Preview of the mail" });
const orders = {
  customer: () => null,
  brief: () => null,
  notices: () => null,
  tracking: () => null,
  orderInfo: () => null,
};
const text = ["Hi Nosy,", "", "one", "two", "three", "four", "five", "six {{customer_name}}"].join("\n");

const titles = ["Care of silk", "Sizes of coats", "How a parcel comes back"];

/** Attaches one of three resources to the reply at each press. */
function AttachNext({ draft }: { draft: ReplyDraft }) {
  const title = titles[draft.resources.length];
  if (title === undefined) return null;
  return (
    <button type="button" onClick={() => draft.attachResource({ id: title, title, fileType: "pdf" }, title)}>
      Attach next
    </button>
  );
}

const tools: ComposerTools = {
  buttons: (draft) => <AttachNext draft={draft} />,
  preview: ({ focus, ...mail }) => <MailPreviewFold {...mail} onWriteOn={focus} />,
  quickPicker: () => null,
};

async function open(change: (ticket: TicketDetail) => void, beside: ReactNode = null) {
  const server = fakeServer();
  const { ticket } = server;
  ticket.messages = [newMessage(ticket.id, { content: "Where is it?\n".repeat(9) })];
  change(ticket);
  const cache = createQueryClient(() => undefined);
  await cache.prefetchQuery(api.desk.preferences.queryOptions());
  const routeTree = createRootRoute({
    component: () => (
      <>
        <TicketDialog
          ticketId={ticket.id}
          onClose={() => undefined}
          tools={tools}
          orders={orders}
          blocking={() => null}
          rules={() => null}
          returnFocusTo={() => null}
        />
        {beside}
      </>
    ),
  });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ["/"] }) });
  await render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(composer).toBeInTheDocument();
  return server;
}

beforeEach(() => localStorage.clear());

/** The notices of every screen, with the room that they take. */
function Notices() {
  return (
    <>
      <Toaster />
      <KeptReplies />
    </>
  );
}

/** Whether pressing a point of an element hits the element. */
function isHit(element: Element, x: number, y: number): boolean {
  const hit = document.elementFromPoint(x, y);
  return hit !== null && (element.contains(hit) || (hit.contains(element) && hit.tagName === "LABEL"));
}

/** Returns what is misplaced in the composer. */
function faults(): string[] {
  const found: string[] = [];
  const region = page.getByRole("region", { name: "Reply", exact: true }).element();
  const field = composer.element();
  for (const scrolled of region.querySelectorAll("*")) scrolled.scrollTop = 0;
  const { left, width, top, bottom, height } = field.getBoundingClientRect();
  const least = (innerWidth < 640 ? 4 : 6) * 20 + 18;
  if (height < least) found.push(`the text is ${height} px high`);
  for (const y of [top + 3, bottom - 3])
    if (!isHit(field, left + width / 2, y)) found.push(`the text is hidden at ${y}`);
  for (const row of region.querySelectorAll("[data-recipients] *")) {
    const { overflowX } = getComputedStyle(row);
    if (overflowX === "auto" && row.scrollWidth > row.clientWidth + 1) found.push("a line of recipients is too wide");
  }
  for (const control of region.querySelectorAll("button, input:not([type=file]), textarea")) {
    if (!control.checkVisibility()) continue;
    // A control in a scrolling area may need scrolling to; nothing else may scroll.
    control.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = control.getBoundingClientRect();
    if (!isHit(control, box.left + box.width / 2, box.top + box.height / 2))
      found.push(`${control.ariaLabel ?? control.textContent} is covered`);
  }
  for (let around = region.parentElement; around !== null; around = around.parentElement)
    if (around.scrollTop > 0) found.push("the whole ticket scrolls");
  return found;
}

const longName = newRecipient("very.long.address.of.a.person@subdomain.department.example.org", {
  name: "Long Name Of A Customer With Many Words",
});
const desk = newRecipient("help@shop.example", { isOurs: true });
const people = {
  "one person": () => undefined,
  "a long name and a copy": (ticket: TicketDetail) => {
    const [first] = ticket.messages;
    if (first === undefined) return;
    first.authorName = longName.name ?? "";
    first.authorEmail = longName.email;
    first.recipients = [desk, newRecipient("cy@x.example", { name: "Cy", kind: "cc" })];
  },
  "many, and a wrong address": (ticket: TicketDetail) => {
    const [first] = ticket.messages;
    if (first === undefined) return;
    first.recipients = [
      desk,
      ...["bo", "di", "ed"].map((name) => newRecipient(`${name}@x.example`)),
      longName,
      ...["cy", "flo"].map((name) => newRecipient(`${name}@x.example`, { kind: "cc" })),
    ];
  },
};

const notices = {
  nothing: async () => undefined,
  "a conversation that moved on": async (server: ReturnType<typeof fakeServer>) => {
    const newMessages = [1, 2, 3].map((nth) =>
      newMessage(server.ticket.id, { content: `Never mind, it came. ${nth}\n`.repeat(5) }),
    );
    server.before = async () => {
      throw refusal("conversation_moved_on", { newMessages });
    };
    await composer.fill(text.replace("{{customer_name}}", "Nosy"));
    await send.click();
    await expect.element(page.getByText("The conversation moved on since you started writing")).toBeInTheDocument();
  },
  "a placeholder": async () => {
    await send.click();
    await expect.element(page.getByText("The reply was not sent yet")).toBeInTheDocument();
  },
  "a placeholder, resources, and a sender who is not verified": async () => {
    for (const title of titles) {
      await page.getByRole("button", { name: "Attach next" }).click();
      await expect.element(page.getByRole("button", { name: `Remove ${title}` })).toBeInTheDocument();
    }
    await send.click();
    await expect.element(page.getByText("The reply was not sent yet")).toBeInTheDocument();
  },
};

test.each(Object.keys(people).flatMap((who) => Object.keys(notices).map((notice) => [who, notice])))(
  "with %s, and %s, the text keeps its lines and no control lies over another",
  async (who, notice) => {
    await page.viewport(1440, 900);
    const server = await open((ticket) => {
      ticket.isUnverified = notice.endsWith("verified");
      Object.entries(people).find(([name]) => name === who)?.[1](ticket);
    });
    await composer.fill(text);
    await Object.entries(notices).find(([name]) => name === notice)?.[1](server);
    if (who.endsWith("wrong address")) {
      await page.getByRole("combobox", { name: "To", exact: true }).fill("Eva");
      await userEvent.keyboard("{Enter}");
      await expect.element(page.getByRole("alert")).toBeInTheDocument();
    }
    for (const [width, height] of sizes) {
      await page.viewport(width, height);
      await expect.poll(faults, { message: `${width} by ${height}` }).toEqual([]);
    }
  },
);

test("on a phone a long name's line is as high as its chip, and the next line follows directly", async () => {
  await page.viewport(390, 844);
  await open(people["a long name and a copy"]);
  const firstIn = (name: string) => page.getByRole("list", { name, exact: true }).getByRole("listitem").first();
  await expect.element(firstIn("Cc")).toBeVisible();
  const [to, cc] = ["To", "Cc"].map((name) => firstIn(name).element().getBoundingClientRect());
  expect((cc?.top ?? 0) - (to?.bottom ?? 0)).toBeLessThan(12);
});

test("above a phone's keyboard To, Send and the text are visible together", async () => {
  await page.viewport(390, 480);
  await open(people["many, and a wrong address"]);
  await composer.fill(text);
  const to = page.getByRole("list", { name: "To", exact: true }).getByRole("listitem").first();
  for (const control of [to, send]) {
    await expect.element(control).toBeInViewport({ ratio: 1 });
    const { left, top, width, height } = control.element().getBoundingClientRect();
    await expect.poll(() => isHit(control.element(), left + width / 2, top + height / 2)).toBe(true);
  }
});

test.each([
  [390, 844],
  [390, 664],
  [720, 640],
])(
  "notices in a window of %i by %i leave the composer whole: none lies over it, and Send is in view",
  async (width, height) => {
    await page.viewport(width, height);
    await open(people["a long name and a copy"], <Notices />);
    await composer.fill(text);
    const ids = ["first", "second"];
    for (const id of ids)
      showToast({
        id,
        title: "Your reply to Ticket: 0042 was not sent",
        message: "The customer wrote meanwhile. ".repeat(3),
        stays: true,
      });
    await expect.element(page.getByRole("list", { name: "Just now" }).getByRole("listitem").last()).toBeVisible();
    await expect.poll(faults).toEqual([]);
    await expect.element(send).toBeInViewport({ ratio: 1 });
    for (const id of ids) closeToast(id);
  },
);

test("a forward's preview includes the forwarded messages", async () => {
  await page.viewport(1440, 900);
  const server = await open(() => undefined);
  await userEvent.keyboard("f");
  await page.getByRole("combobox", { name: "To", exact: true }).fill("sam@supplier.example");
  await userEvent.keyboard("{Enter}");
  await preview.click();
  await expect.element(page.getByText("Fwd: Parcel [Ticket: 0007]")).toBeVisible();
  expect(server.people.previewedForwards).toMatchObject([{ messageIds: [server.ticket.messages[0]?.id], content: "" }]);
});

test("the preview takes the space of thread and text, and returns it to text written there", async () => {
  await open(() => undefined);
  await composer.fill(text);
  for (const [width, height] of sizes) {
    await page.viewport(width, height);
    await preview.click();
    const shown = () =>
      document.getElementById(preview.element().getAttribute("aria-controls") ?? "")?.getBoundingClientRect() ??
      new DOMRect();
    await expect.poll(() => shown().height / innerHeight).toBeGreaterThan(0.35);
    expect(shown().bottom).toBeLessThanOrEqual(preview.element().getBoundingClientRect().top + 1);
    composer.element().focus();
    await expect.element(preview).toHaveAttribute("aria-expanded", "false");
  }
});

test("the preview closes on typing, its button, or Escape, which leaves the ticket open", async () => {
  await open(() => undefined);
  await composer.fill("Hi");
  const isOpen = (wanted: boolean) => expect.element(preview).toHaveAttribute("aria-expanded", String(wanted));
  await preview.click();
  await userEvent.keyboard("r");
  await isOpen(false);
  await expect.element(composer).toHaveFocus();
  await expect.poll(() => composer.element()).toHaveProperty("value", expect.stringContaining("r"));

  await preview.click();
  await userEvent.keyboard("{Escape}");
  await isOpen(false);
  await expect.element(composer).toBeVisible();

  await preview.click();
  await page.getByRole("button", { name: "Write on" }).click();
  await isOpen(false);
  await expect.element(composer).toHaveFocus();
});
