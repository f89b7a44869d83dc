import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeServer, newMessage } from "../../../../testing/fake-server.ts";
import { openTicket } from "../../../../testing/open-ticket.tsx";

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 10, minute)).toISOString();
const newest = page.getByRole("button", { name: "New message" });

/** A long thread, and a mail that was accepted after its second message and came to it after all others. */
function longThread() {
  const server = fakeServer();
  const { id } = server.ticket;
  server.ticket.messages = Array.from({ length: 30 }, (_, minute) =>
    newMessage(id, { content: `Message ${minute}`, createdAt: at(minute) }),
  );
  const late = newMessage(id, { content: "See the picture.", createdAt: at(1), addedAt: at(45) });
  return { server, late, add: () => server.ticket.messages.splice(2, 0, late) };
}

test("what came late stands further up, is told of and led to, and stops a reply that was begun before", async () => {
  const { server, late, add } = longThread();
  server.preferences.undoSeconds = 0;
  const { composer, send, sent, refresh } = await openTicket(server);
  await composer.fill("Begun before.");
  add();
  await refresh();
  await expect.element(newest).toBeVisible();
  await expect.element(page.getByText("See the picture.")).not.toBeInViewport();
  await send.click();
  await expect.element(page.getByText("The conversation moved on since you started writing")).toBeVisible();
  expect(server.replies).toEqual([]);
  await newest.click();
  await expect.element(page.getByRole("listitem").filter({ hasText: "See the picture." }).last()).toBeInViewport();
  await expect.element(page.getByText(/^On this ticket since/)).toBeVisible();
  await expect.element(newest).not.toBeInTheDocument();
  await send.click();
  await expect.element(sent).toBeVisible();
  expect(server.replies).toMatchObject([{ lastSeenMessageId: late.id }]);
});

test("a ticket that is opened for what came late leads to it, and one that was read before does not", async () => {
  for (const isNewReply of [true, false]) {
    const { server, add } = longThread();
    add();
    server.ticket.isNewReply = isNewReply;
    const { close } = await openTicket(server);
    await expect.element(page.getByText("Message 29")).toBeInViewport();
    if (isNewReply) await expect.element(newest).toBeVisible();
    else await expect.element(newest).not.toBeInTheDocument();
    await close();
  }
});
