import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { fakeServer, refusal } from "../../../../testing/fake-server.ts";
import { openTicket, otherTab, storageKey } from "../../../../testing/open-ticket.tsx";

test("an unsent reply is there again when its ticket is opened again, and in no other ticket", async () => {
  const first = await openTicket();
  await first.composer.fill("Of course, in which");
  await first.close();
  const other = await openTicket();
  await expect.element(other.composer).toHaveValue("");
  await other.close();
  const again = await openTicket(fakeServer(first.ticket));
  await expect.element(again.composer).toHaveValue("Of course, in which");
});

test("reply and note are kept apart, and each survives looking at the other", async () => {
  const { composer, note, tab } = await openTicket();
  await composer.fill("To the customer");
  await tab(/^Internal Notes/).click();
  await note.fill("To the team");
  await tab(/^Messages/).click();
  await expect.element(composer).toHaveValue("To the customer");
  await tab(/^Internal Notes/).click();
  await expect.element(note).toHaveValue("To the team");
});

test("after sending nothing is kept: no text, no key, no place in the thread", async () => {
  const { composer, send, sent, ticket } = await openTicket();
  await composer.fill("Gone soon.");
  await send.click();
  await expect.element(sent).toBeVisible();
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.endsWith(ticket.id))).toEqual([]);
});

test("an attempt whose outcome is unknown keeps its key over a reload, so that the second is the same reply", async () => {
  const first = await openTicket();
  first.server.before = async () => {
    throw refusal("unexpected", { requestId: "1" });
  };
  await first.composer.fill("Once only.");
  await first.send.click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await first.close();
  const again = await openTicket(fakeServer(first.ticket));
  await again.send.click();
  await expect.element(again.sent).toBeVisible();
  expect(again.server.replies[0]?.idempotencyKey).toBe(first.server.replies[0]?.idempotencyKey);
});

test("an emptied field is a forgotten draft", async () => {
  const { composer, ticket } = await openTicket();
  await composer.fill("Never mind");
  await composer.clear();
  await expect.poll(() => localStorage.getItem(storageKey("reply", ticket.id))).toBeNull();
});

test("an untouched field follows what another tab writes", async () => {
  const { composer, ticket } = await openTicket();
  await expect.element(composer).toHaveValue("");
  const tab = otherTab();
  tab.setItem(storageKey("reply", ticket.id), "From the other tab");
  await expect.element(composer).toHaveValue("From the other tab");
  tab.removeItem(storageKey("reply", ticket.id));
  await expect.element(composer).toHaveValue("");
});

test("a field that was written in stays as it is, and is kept again when the other tab has sent its text", async () => {
  const { composer, ticket } = await openTicket();
  const key = storageKey("reply", ticket.id);
  await composer.fill("Mine");
  const tab = otherTab();
  tab.setItem(key, "Theirs");
  tab.removeItem(key);
  await expect.poll(() => localStorage.getItem(key)).toBe("Mine");
  await expect.element(composer).toHaveValue("Mine");
});

test("what another tab wrote over it since stays when this one is sent", async () => {
  const { composer, send, sent, ticket, server } = await openTicket();
  await composer.fill("Mine");
  otherTab().setItem(storageKey("reply", ticket.id), "Theirs");
  await send.click();
  await expect.element(sent).toBeVisible();
  expect(server.replies).toMatchObject([{ content: "Mine" }]);
  expect(localStorage.getItem(storageKey("reply", ticket.id))).toBe("Theirs");
});

test.each(["QuotaExceededError", "SecurityError"])("with %s a draft lives as long as the page", async (fault) => {
  const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("No", fault);
  });
  onTestFinished(() => setItem.mockRestore());
  const { composer, note, tab, send, sent, server } = await openTicket();
  await composer.fill("Not to be stored");
  await tab(/^Internal Notes/).click();
  await expect.element(note).toBeVisible();
  await tab(/^Messages/).click();
  await expect.element(composer).toHaveValue("Not to be stored");
  await send.click();
  await expect.element(sent).toBeVisible();
  await expect.element(composer).toHaveValue("");
  expect(server.replies).toMatchObject([{ content: "Not to be stored" }]);
});

test("a reply that is answered after its ticket was closed leaves no draft behind", async () => {
  const first = await openTicket();
  const held = Promise.withResolvers<void>();
  first.server.before = () => held.promise;
  await first.composer.fill("Closed meanwhile.");
  await first.send.click();
  await expect.element(first.sending).toBeVisible();
  await first.close();
  held.resolve();
  await expect.poll(() => localStorage.getItem(storageKey("reply", first.ticket.id))).toBeNull();
});
