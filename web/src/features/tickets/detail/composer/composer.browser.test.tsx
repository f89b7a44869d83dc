import { limits } from "@deskhand/contract/limits";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, newMessage, refusal } from "../../../../testing/fake-server.ts";
import { goOffline, openTicket, storageKey } from "../../../../testing/open-ticket.tsx";

test("Send Reply stays disabled while the text is empty or blank", async () => {
  const { composer, send, server } = await openTicket();
  await expect.element(send).toBeDisabled();
  await composer.fill(" \n ");
  await expect.element(send).toBeDisabled();
  await composer.fill("On its way.");
  await expect.element(send).toBeEnabled();
  expect(server.replies).toEqual([]);
});

test("a sent reply appears in the thread, clears and blurs the field, and shows a brief confirmation", async () => {
  const { composer, send, sent, server } = await openTicket();
  await composer.fill("  On its way.  ");
  await send.click();
  await expect.element(sent).toBeVisible();
  await expect.element(composer).toHaveValue("");
  await expect.element(composer).not.toHaveFocus();
  await expect.element(page.getByText("On its way.", { exact: true })).toBeVisible();
  await userEvent.keyboard("r");
  await expect.element(composer).toHaveFocus();
  await expect.element(composer).toHaveValue("");
  expect(server.replies).toMatchObject([{ content: "On its way.", sendAnyway: false, attachmentIds: [] }]);
  await expect.element(sent).not.toBeInTheDocument();
});

test.each(["Control", "Meta"])("%s+Enter sends, Enter alone starts a new line", async (modifier) => {
  const { composer, sent, server } = await openTicket();
  await composer.click();
  await userEvent.keyboard("One{Enter}Two");
  await expect.element(composer).toHaveValue("One\nTwo");
  await userEvent.keyboard(`{${modifier}>}{Enter}{/${modifier}}`);
  await expect.element(sent).toBeVisible();
  expect(server.replies).toMatchObject([{ content: "One\nTwo" }]);
});

test("Ctrl+Enter belongs to the input method while a word is being composed", async () => {
  const { composer, server } = await openTicket();
  await composer.fill("にほ");
  const key = { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true };
  const composing = new KeyboardEvent("keydown", { ...key, isComposing: true });
  composer.element().dispatchEvent(composing);
  expect(composing.defaultPrevented).toBe(false);
  composer.element().dispatchEvent(new KeyboardEvent("keydown", key));
  await expect.poll(() => server.replies).toHaveLength(1);
});

test("a double click sends once", async () => {
  const { composer, send, sent, server } = await openTicket();
  await composer.fill("Once.");
  await send.dblClick();
  await expect.element(sent).toBeVisible();
  expect(server.replies).toHaveLength(1);
});

test("two presses before the next render send once", async () => {
  const { composer, send, sent, server } = await openTicket();
  await composer.fill("Once.");
  const button = send.element() as HTMLButtonElement;
  button.click();
  button.click();
  await expect.element(sent).toBeVisible();
  expect(server.replies).toHaveLength(1);
});

test("while sending, the field is locked and the thread already shows the reply", async () => {
  const { composer, send, sending, sent, server } = await openTicket();
  const response = Promise.withResolvers<void>();
  server.before = () => response.promise;
  await composer.fill("Being sent.");
  await send.click();
  await expect.element(sending).toBeDisabled();
  await expect.element(composer).toHaveAttribute("readonly");
  await expect.element(page.getByRole("listitem").filter({ hasText: "Being sent." })).toBeVisible();
  response.resolve();
  await expect.element(sent).toBeVisible();
});

test("a refused reply keeps its text and shows the catalogue's sentence; the next attempt reuses the key", async () => {
  const { composer, send, sent, server } = await openTicket();
  server.before = async () => {
    throw refusal("ticket_has_no_customer");
  };
  await composer.fill("To nobody.");
  await send.click();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/This ticket has no customer to reply to/);
  await expect.element(composer).toHaveValue("To nobody.");
  server.before = async () => undefined;
  await send.click();
  await expect.element(sent).toBeVisible();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  const [first, second] = server.replies;
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
});

test("offline it fails at once and keeps the text, and the notice goes when the network returns", async () => {
  const { composer, send, sent, server } = await openTicket();
  const { goOnline } = goOffline();
  server.onTheWay = async () => {
    throw new TypeError("Failed to fetch");
  };
  await expect.element(page.getByText("Offline. Your text is kept.")).toBeVisible();
  await composer.fill("From a tunnel.");
  await send.click();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/^Failed to send reply: you are offline\./);
  server.onTheWay = async () => undefined;
  goOnline();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expect.element(composer).toHaveValue("From a tunnel.");
  await send.click();
  await expect.element(sent).toBeVisible();
});

test("a lost response is requested again with the same key, and the reply appears once", async () => {
  const { composer, send, sent, server } = await openTicket();
  let isLost = false;
  server.onTheWay = async (request) => {
    if (isLost || !request.url.endsWith("/replies")) return undefined;
    isLost = true;
    // A page from somebody else, such as a hotel's login page, instead of the server's response.
    return new Response("<h1>Welcome to the hotel", { headers: { "content-type": "text/html" } });
  };
  await composer.fill("Twice asked.");
  await send.click();
  await expect.element(sent).toBeVisible();
  expect(isLost).toBe(true);
  expect(server.replies).toHaveLength(1);
});

test("the call detects an ended session, and the text is kept", async () => {
  const { composer, send, server, sessionsEnded } = await openTicket();
  server.before = async () => {
    throw refusal("not_signed_in");
  };
  await composer.fill("Later, then.");
  await send.click();
  await expect.element(page.getByText("You must be logged in to send replies")).toBeVisible();
  await expect.element(composer).toHaveValue("Later, then.");
  await expect.poll(sessionsEnded).toBe(1);
});

test("a conversation that moved on shows the new messages; the writer reviews them or sends anyway", async () => {
  const { composer, send, sent, server, ticket } = await openTicket();
  await composer.fill("It is on its way.");
  const news = newMessage(ticket.id, { content: "Never mind, it came." });
  server.before = async () => {
    throw refusal("conversation_moved_on", { newMessages: [news] });
  };
  await send.click();
  const notice = page.getByText("The conversation moved on since you started writing");
  await expect.element(notice).toBeVisible();
  await expect.element(page.getByText("Never mind, it came.")).toBeVisible();
  await expect.element(composer).toHaveValue("It is on its way.");

  ticket.messages.push(news);
  await page.getByRole("button", { name: "Review" }).click();
  await expect.element(notice).not.toBeInTheDocument();
  await send.click();
  await expect.element(notice).toBeVisible();
  expect(server.replies.map(({ lastSeenMessageId }) => lastSeenMessageId)).toEqual([ticket.messages[0]?.id, news.id]);

  server.before = async () => undefined;
  await page.getByRole("button", { name: "Send anyway" }).click();
  await expect.element(sent).toBeVisible();
  expect(server.replies.at(-1)).toMatchObject({ sendAnyway: true, content: "It is on its way." });
});

test("a text with a placeholder asks for confirmation before sending", async () => {
  const { composer, send, sent, server } = await openTicket();
  await composer.fill("Hi {{customer_name}}!");
  await send.click();
  await expect.element(page.getByText("The reply was not sent yet")).toBeVisible();
  expect(server.replies).toEqual([]);
  await page.getByRole("button", { name: "Send anyway" }).click();
  await expect.element(sent).toBeVisible();
  expect(server.replies).toMatchObject([{ content: "Hi {{customer_name}}!", sendAnyway: false }]);
});

test("/ opens the quick picker in an empty reply and types a slash in any other", async () => {
  const { composer } = await openTicket();
  await composer.click();
  await userEvent.keyboard("Yes");
  await userEvent.keyboard("/");
  await expect.element(composer).toHaveValue("Yes/");
  await expect.element(page.getByText("Quick picker")).not.toBeInTheDocument();
  await composer.clear();
  await userEvent.keyboard("/");
  await expect.element(page.getByText("Quick picker")).toBeVisible();
  await expect.element(composer).toHaveValue("");
});

test("the counter turns red past the limit, and such a reply is refused without a request", async () => {
  const { composer, send, server } = await openTicket();
  await composer.fill("x".repeat(limits.replyLength));
  const counter = page.getByText(/^1\d{4}\/10,000 characters$/).last();
  await expect.element(counter).toHaveTextContent("10000/10,000 characters");
  const color = () => getComputedStyle(counter.element()).color;
  const before = color();
  await composer.fill("x".repeat(limits.replyLength + 1));
  await expect.element(counter).toHaveTextContent("10001/10,000 characters");
  await expect.poll(color).not.toBe(before);
  await send.click();
  const fault = page.getByText("Reply message is too long (maximum 10,000 characters)");
  await expect.element(fault).toBeVisible();
  await expect.element(composer).toHaveAttribute("aria-invalid", "true");
  await composer.fill("Short.");
  await expect.element(fault).not.toBeInTheDocument();
  expect(server.replies).toEqual([]);
});

test("an archived ticket has no composer and says that the unsent reply is kept", async () => {
  const { composer, server, ticket, refresh } = await openTicket();
  await composer.fill("Half a");
  server.ticket.status = "closed";
  await refresh();
  await expect.element(page.getByText("This ticket is archived")).toBeVisible();
  await expect.element(composer).not.toBeInTheDocument();
  await expect.element(page.getByText(/^Your unsent reply is kept/)).toBeVisible();
  expect(localStorage.getItem(storageKey("reply", ticket.id))).toBe("Half a");
});

test("messages written meanwhile stop a reply with an undo period before its writer leaves the ticket", async () => {
  const server = fakeServer();
  server.preferences.undoSeconds = 5;
  const { composer, send, ticket, refresh } = await openTicket(server);
  await composer.fill("Begun before.");
  ticket.messages.push(newMessage(ticket.id, { content: "Never mind, it came." }));
  await refresh();
  await expect.element(page.getByText("Never mind, it came.").first()).toBeVisible();
  await send.click();
  const notice = page.getByText("The conversation moved on since you started writing");
  await expect.element(notice).toBeVisible();
  await expect.element(composer).toHaveValue("Begun before.");
  await page.getByRole("button", { name: "Review" }).click();
  await expect.element(notice).not.toBeInTheDocument();
  await send.click();
  await expect.element(composer).toHaveValue("");
  await expect.element(notice).not.toBeInTheDocument();
});
