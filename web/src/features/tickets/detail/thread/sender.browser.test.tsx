import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeServer, newMessage } from "../../../../testing/fake-server.ts";
import { openTicket } from "../../../../testing/open-ticket.tsx";

const warning = page.getByRole("status").filter({ hasText: "Sender not verified" });

test("the customer's own message shows the name alone and no warning", async () => {
  const { ticket } = await openTicket();
  const messages = page.getByRole("region", { name: "Messages" });
  await expect.element(messages.getByText(/^From: Ines Roth$/)).toBeVisible();
  await expect.element(messages.getByText("Sender not verified")).not.toBeInTheDocument();
  await expect.element(warning).not.toBeInTheDocument();
  expect(ticket.isUnverified).toBe(false);
});

test("another participant is shown with the address, and marked when unproven", async () => {
  const server = fakeServer();
  const { id } = server.ticket;
  server.ticket.messages.push(
    newMessage(id, { authorName: "Ines Roth", authorEmail: "ines@elsewhere.example" }),
    newMessage(id, { authorName: "Ines at work", isUnverified: true }),
  );
  await openTicket(server);
  const messages = page.getByRole("region", { name: "Messages" });
  await expect.element(messages.getByText("From: Ines Roth <ines@elsewhere.example>")).toBeVisible();
  const doubtful = messages.getByRole("listitem").filter({ hasText: "Ines at work" });
  await expect.element(doubtful.getByText("Sender not verified")).toBeVisible();
  expect(messages.getByText("Sender not verified").elements()).toHaveLength(1);
});

test("a ticket from an unproven sender warns above its thread", async () => {
  const server = fakeServer();
  server.ticket.isUnverified = true;
  await openTicket(server);
  await expect.element(warning.getByText(/^This mail may not be from ines@roth\.example: /)).toBeVisible();
});

test("the warning does not claim that a check failed when none gave a result", async () => {
  const server = fakeServer();
  server.ticket.isUnverified = true;
  server.ticket.messages[0] = newMessage(server.ticket.id, {
    isFromCustomer: false,
    isUnverified: true,
    authorName: "Kim Kollege",
    authorEmail: "kim@shop.example",
    threadingReason: "new_conversation",
  });
  await openTicket(server);
  const words =
    "This mail may not be from kim@shop.example: its sender could not be verified, and somebody else may have written it.";
  await expect.element(warning.getByText(words)).toBeVisible();
});

const mallory = { email: "mallory@evil.example", isStores: false };
const words = "Written from mallory@evil.example, answers go to ines@roth.example";
const messages = page.getByRole("region", { name: "Messages" });

beforeEach(() => page.viewport(1280, 800));

/** A ticket whose first mail came from `writtenFrom` in Ines's name. */
function serverWith(writtenFrom: typeof mallory) {
  const server = fakeServer();
  server.ticket.writtenFrom = writtenFrom;
  server.ticket.messages = [
    newMessage(server.ticket.id, { writtenFrom, authorEmail: writtenFrom.email, threadingReason: "new_conversation" }),
  ];
  return server;
}

test.each([
  [1440, 900],
  [1366, 650],
  [390, 844],
])("at %i × %i a ticket and its message say where it was written from and where answers go", async (width, height) => {
  await page.viewport(width, height);
  await openTicket(serverWith(mallory));
  const warning = page.getByRole("status").filter({ hasText: words });
  await expect.element(warning).toBeVisible();
  await expect.element(warning.getByText("Nothing proves that they are the same person.")).toBeVisible();
  const line = messages.getByRole("listitem").getByText(words);
  await expect.element(line).toBeInTheDocument();
  line.element().scrollIntoView();
  const box = line.element().getBoundingClientRect();
  const card = line.element().closest("li")?.getBoundingClientRect();
  expect(box.width).toBeGreaterThan(0);
  expect([box.left >= (card?.left ?? 0), box.right <= (card?.right ?? 0)]).toEqual([true, true]);
  await expect.element(messages.getByText("From: Ines Roth <mallory@evil.example>")).toBeInTheDocument();
});

test("an endless address wraps within the message, and none reverses the text direction", async () => {
  await page.viewport(390, 844);
  const email = `${"m".repeat(120)}\u05d0@evil.example`;
  await openTicket(serverWith({ email, isStores: false }));
  const line = messages.getByText(/^Written from/);
  await expect.element(line).toHaveTextContent(`Written from ${email}, answers go to ines@roth.example`);
  const card = line.element().closest("li");
  expect(card?.scrollWidth).toBeLessThanOrEqual(card?.clientWidth ?? 0);
  expect([...line.element().querySelectorAll("bdi")].map((bdi) => bdi.textContent)).toEqual([
    ...[email, "ines@roth.example"],
  ]);
});

test("a mail forwarded by the store's own address says so without a warning", async () => {
  await openTicket(serverWith({ email: "support@shop.example", isStores: true }));
  const notice = "Written from support@shop.example, answers go to ines@roth.example";
  await expect.element(messages.getByText(notice)).toBeVisible();
  expect(page.getByText(notice).elements()).toHaveLength(2);
  await expect.element(page.getByRole("status").filter({ hasText: notice })).not.toBeInTheDocument();
});

test("when the check failed too, both are shown, and the doubtful address is the writer's", async () => {
  const server = serverWith(mallory);
  server.ticket.isUnverified = true;
  await openTicket(server);
  await expect.element(page.getByText(/^This mail may not be from mallory@evil\.example: /)).toBeVisible();
  await expect.element(page.getByRole("status").filter({ hasText: words })).toBeVisible();
});

test("for a colleague's mail to the customer the colleague's address is the doubtful one", async () => {
  const server = fakeServer();
  server.ticket.isUnverified = true;
  server.ticket.messages = [
    newMessage(server.ticket.id, {
      isFromCustomer: false,
      isUnverified: true,
      threadingReason: "new_conversation",
      authorName: "Theo",
      authorEmail: "theo@shop.example",
    }),
  ];
  await openTicket(server);
  await expect.element(page.getByText(/^This mail may not be from theo@shop\.example: /)).toBeVisible();
});

test("a later mail from another address is marked on that message alone", async () => {
  const server = fakeServer();
  server.ticket.messages.push(newMessage(server.ticket.id, { writtenFrom: mallory, content: "I join." }));
  await openTicket(server);
  await expect.element(messages.getByRole("listitem").filter({ hasText: "I join." }).getByText(words)).toBeVisible();
  expect(page.getByText(words).elements()).toHaveLength(1);
});
