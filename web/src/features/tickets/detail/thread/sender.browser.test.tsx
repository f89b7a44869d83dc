import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeServer, newMessage } from "../../../../testing/fake-server.ts";
import { openTicket } from "../../../../testing/open-ticket.tsx";

const warning = page.getByRole("status").filter({ hasText: "Sender not verified" });

test("the customer's own message shows the name alone, with nothing to doubt", async () => {
  const { ticket } = await openTicket();
  const messages = page.getByRole("region", { name: "Messages" });
  await expect.element(messages.getByText(/^From: Ines Roth$/)).toBeVisible();
  await expect.element(messages.getByText("Sender not verified")).not.toBeInTheDocument();
  await expect.element(warning).not.toBeInTheDocument();
  expect(ticket.isUnverified).toBe(false);
});

test("who joined without being the customer is shown with the address, and is marked where nothing proves it", async () => {
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

test("a ticket of somebody who could not be verified warns above its thread", async () => {
  const server = fakeServer();
  server.ticket.isUnverified = true;
  await openTicket(server);
  await expect.element(warning.getByText(/^This mail may not be from ines@roth\.example: /)).toBeVisible();
});

test("the warning does not say that a check failed, which may have found out nothing", async () => {
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
