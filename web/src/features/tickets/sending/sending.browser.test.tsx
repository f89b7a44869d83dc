import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { newRecipient } from "../../../testing/fake-recipients.ts";
import { agent, fakeServer, newMessage, refusal } from "../../../testing/fake-server.ts";
import { openTicket, otherTab } from "../../../testing/open-ticket.tsx";
import { closeToast } from "../../../ui/overlay/show-toast.ts";
import { Toaster } from "../../../ui/overlay/toaster.tsx";
import { HeldReplies } from "./held-replies-toasts.tsx";
import { dropHeld, readHeld } from "./held-reply.ts";
import { dropNotice, readNotices } from "./reply-notices.ts";

beforeEach(() => {
  for (const reply of readHeld(agent.id)) dropHeld(reply);
  for (const { id } of readNotices(agent.id)) dropNotice(agent.id, id);
  localStorage.clear();
  closeToast("too-late-to-undo");
});

const toast = (words: string | RegExp) =>
  page.getByRole("list", { name: "Just now" }).getByRole("listitem").filter({ hasText: words });

/** A ticket that is open beside the toasts of what is held. */
async function open(server = fakeServer()) {
  server.preferences.undoSeconds = 5;
  const onSnooze = vi.fn<() => void>();
  const screen = (
    <>
      <HeldReplies />
      <Toaster />
    </>
  );
  return { ...(await openTicket(server, undefined, { screen, onSnooze })), onSnooze };
}

test("after Undo the focus is in the reply, at the end of its text, and keys are text", async () => {
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

test("a reply that is held says whom it goes to by To and Cc", async () => {
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

test("z undoes while it can, says that it is too late for a moment, and snoozes nothing, which h does", async () => {
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
] as const)("refused for %s, it says why and where the text is, in whole", async (code, words) => {
  const { composer, send, server, region } = await open();
  server.before = async () => {
    throw refusal(code);
  };
  await composer.fill("Refused.");
  await send.click();
  await toast("Sending to").getByRole("button", { name: "Send now" }).click();
  // At its composer; elsewhere a toast says so.
  const told = region.getByRole("status").filter({ hasText: "Your reply was not sent" });
  await expect.element(told).toMatchTextContent(words);
  const text = told.getByText(words).element();
  expect(text.scrollHeight).toBeLessThanOrEqual(text.clientHeight);
});

test("one that came back as others wrote meanwhile shows what, and goes anyway", async () => {
  const { composer, send, server, ticket } = await open();
  const news = newMessage(ticket.id, { content: "Never mind, it came." });
  server.before = async () => {
    ticket.messages.push(news);
    throw refusal("conversation_moved_on", { newMessages: [news] });
  };
  await composer.fill("On its way.");
  await send.click();
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
  expect(readNotices(agent.id)).toEqual([]);
});

test("what another tab could not send is told here until it is read, and then in no tab", async () => {
  const { composer, send, server, ticket, region } = await open();
  const other = otherTab();
  server.before = async () => {
    throw refusal("ticket_archived");
  };
  await composer.fill("Refused.");
  await send.click();
  await toast("Sending to").getByRole("button", { name: "Send now" }).click();
  const told = region.getByRole("status").filter({ hasText: "was not sent" });
  await expect.element(told).toBeVisible();
  const key = `deskhand-reply-notice:${agent.id}:not-sent-${ticket.id}`;
  const kept = other.getItem(key);
  expect(kept).not.toBeNull();
  other.removeItem(key);
  await expect.element(told).not.toBeInTheDocument();
  other.setItem(key, kept ?? "");
  await expect.element(told).toBeVisible();
  await told.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(() => other.getItem(key)).toBeNull();
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
  // The ticket has risen in.
  await expect.poll(() => document.getAnimations()).toHaveLength(0);
  const before = places();
  await composer.fill("Soon.");
  await send.click();
  const to = line.getByText("Ines Roth", { exact: true });
  await expect.element(to).toBeInTheDocument();
  // Not for readers alone.
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

test("of several replies on their way the last is shown, and each before it can be undone", async () => {
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
    // That of the test before takes its room for three seconds.
    await expect.poll(() => page.getByText("Reply sent successfully!").elements(), { timeout: 5_000 }).toEqual([]);
    await composer.fill("Soon.");
    await send.click();
    const words = toast("Sending to").getByTitle(/^Sending to Ines Roth/);
    await expect.element(words).toBeVisible();
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

test("the countdown stands inside of the toast", async () => {
  const { composer, send } = await open();
  await composer.fill("Soon.");
  await send.click();
  const seconds = toast("Sending to")
    .getByText(/^\d s$/)
    .element()
    .getBoundingClientRect();
  const card = toast("Sending to").element().getBoundingClientRect();
  expect(card.right - seconds.right).toBeGreaterThanOrEqual(12);
  await toast("Sending to").getByRole("button", { name: "Undo" }).click();
});
