import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../lib/api.ts";
import { newRecipient } from "../../../testing/fake-recipients.ts";
import { fakeServer, newMessage, refusal } from "../../../testing/fake-server.ts";
import { goOffline, openTicket, showKeptReplies, storageKey } from "../../../testing/open-ticket.tsx";
import { fromNow } from "../../../testing/stop-clock.ts";
import { closeToast } from "../../../ui/overlay/show-toast.ts";
import { Toaster } from "../../../ui/overlay/toaster.tsx";
import { KeptReplies } from "./kept-replies-toasts.tsx";

beforeEach(() => {
  localStorage.clear();
  closeToast("too-late-to-undo");
});

const toast = (words: string | RegExp) =>
  page.getByRole("list", { name: "Just now" }).getByRole("listitem").filter({ hasText: words });

/** A ticket open beside the toasts of kept replies. */
async function open(server = fakeServer()) {
  server.preferences.undoSeconds = 5;
  const onSnooze = vi.fn<() => void>();
  const screen = (
    <>
      <KeptReplies />
      <Toaster />
    </>
  );
  return { ...(await openTicket(server, undefined, { screen, onSnooze })), onSnooze };
}

test("after Undo the focus is at the end of the reply's text, and keys type", async () => {
  const { composer, send, onSnooze } = await open();
  await composer.fill("On its way.\nSoon.");
  await send.click();
  await toast("Sending to").getByRole("button", { name: "Undo" }).click();
  await expect.element(composer).toHaveValue("On its way.\nSoon.");
  await expect.element(composer).toHaveFocus();
  await userEvent.keyboard(" zrs");
  await expect.element(composer).toHaveValue("On its way.\nSoon. zrs");
  expect(onSnooze).not.toHaveBeenCalled();
});

test("a kept reply lists its recipients by To and Cc", async () => {
  const server = fakeServer();
  const store = newRecipient("help@shop.example", { isOurs: true });
  const bo = newRecipient("bo@x.example", { name: "Bo" });
  const cy = newRecipient("cy@x.example", { name: "Cy", kind: "cc" });
  server.ticket.messages = [newMessage(server.ticket.id, { recipients: [store, bo, cy] })];
  const { composer, send } = await open(server);
  await composer.fill("To all of you.");
  await send.click();
  await expect.element(toast("Sending to Ines Roth and Bo <bo@x.example>, Cc Cy <cy@x.example>")).toBeVisible();
  await expect
    .element(page.getByText("To Ines Roth and Bo <bo@x.example>, Cc Cy <cy@x.example>", { exact: true }))
    .toBeVisible();
});

test("z undoes in time, briefly says when it is too late, and never snoozes, which h does", async () => {
  const { composer, send, onSnooze, server } = await open();
  await composer.fill("Undone.");
  await send.click();
  await expect.element(toast("Sending to")).toBeVisible();
  await userEvent.keyboard("z");
  await expect.element(composer).toHaveValue("Undone.");
  await send.click();
  await toast("Sending to").getByRole("button", { name: "Send now" }).click();
  await expect.poll(() => server.replies).toHaveLength(1);
  await userEvent.keyboard("z");
  await expect.element(toast("Too late to undo")).toBeVisible();
  expect(onSnooze).not.toHaveBeenCalled();
  await userEvent.keyboard("h");
  expect(onSnooze).toHaveBeenCalledOnce();
});

test.each([
  ["ticket_archived", /once the ticket is reopened/],
  ["ticket_not_found", /Your text is kept: open this to copy it/],
  ["reply_files_too_large", /Everything is in the composer again/],
] as const)("refused for %s at its time, it says why and where the text is, in whole", async (code, words) => {
  const { composer, send, server, region } = await open();
  await composer.fill("Refused.");
  await send.click();
  await expect.element(composer).toHaveValue("");
  server.before = async () => {
    throw refusal(code);
  };
  await toast("Sending to").getByRole("button", { name: "Send now" }).click();
  // At its composer; elsewhere a toast says so.
  const notice = region.getByRole("status").filter({ hasText: "Your reply was not sent" });
  await expect.element(notice).toMatchTextContent(words);
  const text = notice.getByText(words).element();
  expect(text.scrollHeight).toBeLessThanOrEqual(text.clientHeight);
  await expect.element(composer).toHaveValue("Refused.");
  expect(server.kept.items).toEqual([]);
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(notice).not.toBeInTheDocument();
});

test("a reply returned because others wrote shows what, and can be sent anyway", async () => {
  const { composer, send, server, ticket } = await open();
  const news = newMessage(ticket.id, { content: "Never mind, it came." });
  await composer.fill("On its way.");
  await send.click();
  await expect.element(composer).toHaveValue("");
  server.before = async () => {
    if (!ticket.messages.includes(news)) ticket.messages.push(news);
    throw refusal("conversation_moved_on", { newMessages: [news] });
  };
  await toast("Sending to").getByRole("button", { name: "Send now" }).click();
  await expect
    .element(page.getByText("The conversation moved on since you started writing", { exact: true }))
    .toBeVisible();
  await expect.element(page.getByText("Never mind, it came.").first()).toBeVisible();
  await expect.element(composer).toHaveValue("On its way.");
  server.before = async () => undefined;
  await page.getByRole("button", { name: "Send anyway" }).click();
  await toast("Sending to").getByRole("button", { name: "Send now" }).click();
  await expect.poll(() => server.replies.at(-1)).toMatchObject({ sendAnyway: true, content: "On its way." });
});

test("a returned reply is shown on every screen until closed, and its text waits for the composer", async () => {
  const server = fakeServer();
  const { keptReplies } = api;
  const request = { ticketId: server.ticket.id, content: "Back.", lastSeenMessageId: null, undoSeconds: 5 as const };
  await keptReplies.keep.call({ ...request, idempotencyKey: crypto.randomUUID() });
  server.kept.comesBack("cancelled", "Sam took it back");
  await showKeptReplies();
  const notice = toast("Your reply to Ticket: 0007 was not sent");
  await expect.element(notice).toMatchTextContent(/Sam took it back\. Everything is in the composer again\./);
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(() => server.kept.items[0]?.returned?.isSeen).toBe(true);
  await expect.poll(() => notice.query()).toBeNull();
  // Closing a notice moves nothing: any device can still write on.
  expect(localStorage.getItem(storageKey("reply", server.ticket.id))).toBeNull();
  const { region, composer } = await openTicket(server);
  await expect.element(composer).toHaveValue("Back.");
  await expect.poll(() => server.kept.items).toEqual([]);
  await expect.element(region.getByText(/^Sam took it back/)).toBeVisible();
});

test("a reply taken back in another tab is not taken twice, and one from another device appears here", async () => {
  const { composer, send, server, ticket, refreshKept } = await open();
  await composer.fill("Twice?");
  await send.click();
  await expect.element(composer).toHaveValue("");
  const [first] = server.kept.items;
  localStorage.setItem(storageKey("reply-taken", ticket.id), first?.id ?? "");
  server.kept.comesBack("undone", "");
  await refreshKept();
  await expect.poll(() => server.kept.items).toEqual([]);
  await expect.element(composer).toHaveValue("");
  await composer.fill("Elsewhere.");
  await send.click();
  await expect.element(composer).toHaveValue("");
  server.kept.comesBack("undone", "");
  await refreshKept();
  await expect.element(composer).toHaveValue("Elsewhere.");
  expect(page.getByText("Your reply was not sent").elements()).toEqual([]);
});

test("a lost connection keeps the text, and its key keeps it single", async () => {
  const { composer, send, server } = await open();
  let isLost = true;
  server.kept.beforeKeep = async () => {
    if (isLost) {
      isLost = false;
      throw refusal("service_unavailable");
    }
  };
  await composer.fill("Once.");
  await send.click();
  await expect.poll(() => server.kept.asked, { timeout: 5_000 }).toHaveLength(2);
  await expect.element(composer).toHaveValue("");
  expect(server.kept.items.map(({ content }) => content)).toEqual(["Once."]);
  const [first, second] = server.kept.asked;
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
});

test("offline nothing is sent, and the text stays", async () => {
  const { composer, send, server, region } = await open();
  server.onTheWay = async () => {
    throw new TypeError("offline");
  };
  const network = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  dispatchEvent(new Event("offline"));
  await composer.fill("Not now.");
  await send.click();
  await expect.element(region.getByText(/^Failed to send reply: you are offline\. Your text is kept/)).toBeVisible();
  await expect.element(composer).toHaveValue("Not now.");
  expect(server.kept.asked).toEqual([]);
  network.mockRestore();
  dispatchEvent(new Event("online"));
});

test("a failed Undo says so, and the reply stays as it was", async () => {
  const { composer, send, server } = await open();
  await composer.fill("Held.");
  await send.click();
  await expect.element(toast("Sending to")).toBeVisible();
  server.kept.beforeUndo = async () => {
    throw refusal("took_too_long");
  };
  await toast("Sending to").getByRole("button", { name: "Undo" }).click();
  const notice = toast("The reply was not taken back");
  await expect.element(notice).toBeVisible();
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(composer).toHaveValue("");
  server.kept.beforeUndo = async () => undefined;
  await toast("Sending to").getByRole("button", { name: "Undo" }).click();
  await expect.element(composer).toHaveValue("Held.");
});

test("without a connection the composer says that a reply which waits leaves all the same", async () => {
  const { composer, send } = await open();
  await composer.fill("Held.");
  await send.click();
  await expect.element(toast("Sending to")).toBeVisible();
  const { goOnline } = goOffline();
  await expect.element(page.getByText("Offline. What you sent leaves all the same.")).toBeVisible();
  goOnline();
  await expect.element(page.getByText("Offline.")).not.toBeInTheDocument();
});

test("Send later keeps the reply until a chosen time; its card says when, reschedules, and returns it", async () => {
  const { composer, server, region } = await open();
  await composer.fill("In the morning.");
  await region.getByRole("button", { name: "More ways to send" }).click();
  await page.getByRole("menuitem", { name: "Send later" }).click();
  const dialog = page.getByRole("dialog", { name: "Send later" });
  await dialog.getByRole("button", { name: /^Tomorrow 9:00/ }).click();
  await expect.element(composer).toHaveValue("");
  expect(server.kept.asked).toMatchObject([{ content: "In the morning.", until: expect.any(String) }]);
  await expect.element(toast(/Leaves tomorrow, 9:00 AM: Ines Roth/)).toBeVisible();
  const card = page.getByRole("region", { name: "Messages" }).getByRole("listitem").filter({ hasText: "Your reply" });
  await expect.element(card).toMatchTextContent(/Your reply leaves tomorrow, 9:00 AM.*In the morning\./);
  await card.getByRole("button", { name: "Change time" }).click();
  const moved = page.getByRole("dialog", { name: "Change time" });
  await expect.element(moved.getByLabelText("Date and time")).toHaveValue(expect.stringMatching(/T09:00$/));
  await moved.getByRole("button", { name: /^Monday 9:00/ }).click();
  await expect.element(card).toMatchTextContent(/Your reply leaves Mon, .*, 9:00 AM/);
  await card.getByRole("button", { name: "Undo" }).click();
  await expect.element(composer).toHaveValue("In the morning.");
  expect(server.kept.items).toEqual([]);
});

test("a colleague's kept reply shows below the thread; only supervisors can take it back", async () => {
  const server = fakeServer();
  const before = await open(server);
  await before.composer.fill("Ann's.");
  await before.send.click();
  await expect.poll(() => server.kept.items).toHaveLength(1);
  Object.assign(server.kept.items[0] ?? {}, { authorId: crypto.randomUUID(), authorName: "Ann Bo", isLater: true });
  Object.assign(server.kept.items[0] ?? {}, { dueAt: fromNow({ days: 3 }).toISOString() });
  before.close();
  const card = page
    .getByRole("region", { name: "Messages" })
    .getByRole("listitem")
    .filter({ hasText: "Ann Bo’s reply" });
  const asAgent = await open(server);
  await expect.element(card).toMatchTextContent(/Ann Bo’s reply leaves .*To Ines Roth.*Ann's\./);
  expect(card.getByRole("button", { name: "Take back" }).elements()).toEqual([]);
  asAgent.close();
  server.alsoCan = ["replies:cancel"];
  await open(server);
  await card.getByRole("button", { name: "Take back" }).click();
  await expect.poll(() => server.kept.cancelled).toHaveLength(1);
  await expect.element(card).not.toBeInTheDocument();
});

test.each([
  [1440, 900],
  [1024, 600],
  [390, 844],
])("at %i x %i a reply on its way covers and moves nothing of the next", async (width, height) => {
  await page.viewport(width, height);
  const { composer, send, server } = await open();
  const line = page.getByRole("list", { name: "Just now" });
  const places = () =>
    [composer, page.getByRole("group", { name: "Write" }), send].map((each) => {
      const { top, bottom } = each.element().getBoundingClientRect();
      return [top, bottom];
    });
  // The ticket's opening animation has ended.
  await expect.poll(() => document.getAnimations()).toHaveLength(0);
  const before = places();
  await composer.fill("Soon.");
  await send.click();
  const to = line.getByText("Ines Roth", { exact: true });
  await expect.element(to).toBeInTheDocument();
  // It shows "Sending..." until the server has the reply.
  await expect.element(send).toBeVisible();
  // Not only for screen readers.
  expect(to.element().getBoundingClientRect().width).toBeGreaterThan(8);
  expect(places()).toEqual(before);
  const undo = line.getByRole("button", { name: "Undo" }).element().getBoundingClientRect();
  expect(undo.top).toBeGreaterThanOrEqual(before[0]?.[1] ?? Number.NaN);
  expect(undo.bottom).toBeLessThanOrEqual(before[2]?.[0] ?? Number.NaN);
  await line.getByRole("button", { name: "Send now" }).click();
  await expect.poll(() => server.replies).toHaveLength(1);
  await expect.element(line.getByText(/^Reply sent successfully!/)).toBeInTheDocument();
  expect(places()).toEqual(before);
});

test("of several replies on their way the last is shown, and each earlier one can be undone", async () => {
  const { composer, send } = await open();
  for (const text of ["First.", "Second."]) {
    await composer.fill(text);
    await send.click();
    await expect.element(composer).toHaveValue("");
  }
  await page.getByRole("button", { name: "Undo an earlier reply" }).click();
  await page.getByRole("menuitem", { name: "Undo reply to Ticket: 0007" }).click();
  await expect.element(composer).toHaveValue("First.");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.element(composer).toHaveValue("Second.\n\nFirst.");
});

test.each([
  [1100, true],
  [390, false],
])(
  "in a window %i pixels wide whom a reply on its way goes to stands uncut beside Send: %s",
  async (width, isBesideSend) => {
    await page.viewport(width, 800);
    const { composer, send } = await open();
    // The previous test's notice takes its place for three seconds.
    await expect.poll(() => page.getByText("Reply sent successfully!").elements(), { timeout: 5_000 }).toEqual([]);
    await composer.fill("Soon.");
    await send.click();
    const words = toast("Sending to").getByTitle(/^Sending to Ines Roth/);
    await expect.element(words).toBeVisible();
    // It shows "Sending..." until the server has the reply.
    await expect.element(send).toBeVisible();
    const { scrollWidth, clientWidth } = words.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    const middle = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return (top + bottom) / 2;
    };
    expect(Math.abs(middle(words.element()) - middle(send.element())) < 10).toBe(isBesideSend);
    await toast("Sending to").getByRole("button", { name: "Undo" }).click();
  },
);

test("the countdown fits inside the toast", async () => {
  const { composer, send } = await open();
  await composer.fill("Soon.");
  await send.click();
  const countdown = toast("Sending to").getByText(/^\d s$/);
  await expect.element(countdown).toBeInTheDocument();
  const seconds = countdown.element().getBoundingClientRect();
  const card = toast("Sending to").element().getBoundingClientRect();
  expect(card.right - seconds.right).toBeGreaterThanOrEqual(12);
  await toast("Sending to").getByRole("button", { name: "Undo" }).click();
});

test("going to the next ticket waits for nothing: a sent reply leaves its composer once stored, a refused one stays", async () => {
  const server = fakeServer();
  const stored = Promise.withResolvers<void>();
  server.preferences.afterSend = "next";
  server.kept.beforeKeep = () => stored.promise;
  const { composer, send, ticket, close } = await open(server);
  await composer.fill("Gone on.");
  await send.click();
  await expect.poll(() => server.kept.asked).toHaveLength(1);
  const draft = () => localStorage.getItem(storageKey("reply", ticket.id));
  expect(draft()).toBe("Gone on.");
  close();
  stored.resolve();
  await expect.poll(() => server.kept.items).toHaveLength(1);
  await expect.poll(draft).toBeNull();

  server.kept.beforeKeep = async () => {
    throw refusal("ticket_archived");
  };
  const again = await open(server);
  await again.composer.fill("Refused.");
  await again.send.click();
  const notice = toast("Your reply to Ticket: 0007 was not sent");
  await expect.element(notice).toMatchTextContent(/Your text is in the composer\./);
  expect(draft()).toBe("Refused.");
  await notice.getByRole("button", { name: "Dismiss" }).click();
});
