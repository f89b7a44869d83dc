import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { newRecipient } from "../../../../testing/fake-recipients.ts";
import { fakeServer, newMessage, refusal } from "../../../../testing/fake-server.ts";
import { openTicket } from "../../../../testing/open-ticket.tsx";

beforeEach(() => localStorage.clear());

const desk = newRecipient("help@shop.example", { isOurs: true });
const bo = newRecipient("bo@x.example", { name: "Bo" });
const cy = newRecipient("cy@x.example", { name: "Cy", kind: "cc" });
const messages = page.getByRole("region", { name: "Messages" });
const card = (text: string) => messages.getByRole("listitem").filter({ hasText: text }).first();
const unfolded = (mail: ReturnType<typeof card>) => mail.getByRole("list", { name: "Recipients" });

test("a mail lists its recipients, unknown ones with address, all addresses when expanded; the store alone is folded", async () => {
  const server = fakeServer();
  const { ticket } = server;
  ticket.messages.push(newMessage(ticket.id, { content: "With others.", recipients: [desk, bo, cy] }));
  server.colleagues.push({ id: crypto.randomUUID(), name: "Cy", email: cy.email, role: "agent", isActive: true });
  await openTicket(server);
  const plain = card("Where is my parcel?");
  await expect.element(plain.getByText("help@shop.example")).not.toBeInTheDocument();
  await plain.getByRole("button", { name: "Show whom it was sent to" }).click();
  await expect.element(plain.getByText("help@shop.example")).toBeVisible();
  const named = card("With others.").getByRole("button", { name: "To Bo <bo@x.example> Cc Cy" });
  await named.click();
  await expect.element(card("With others.").getByText("Cy <cy@x.example>")).toBeVisible();
});

test("a mail without the customer says so in both directions", async () => {
  const server = fakeServer();
  const { ticket } = server;
  const dora = { authorName: "Dora", authorEmail: "dora@x.example", audience: "side" } as const;
  ticket.messages.push(
    newMessage(ticket.id, { ...dora, content: "Between us." }),
    newMessage(ticket.id, { ...dora, content: "Bo knows.", recipients: [desk, bo] }),
    newMessage(ticket.id, { isFromCustomer: false, content: "To Bo.", audience: "side", recipients: [bo] }),
  );
  await openTicket(server);
  await expect.element(card("Between us.").getByText("To you only: Ines Roth is not on it")).toBeVisible();
  await expect.element(card("Bo knows.").getByText("Ines Roth is not on it", { exact: true })).toBeVisible();
  await expect.element(card("To Bo.").getByText("Ines Roth is not on it", { exact: true })).toBeVisible();
  await expect.element(card("Between us.").getByText("From: Dora <dora@x.example>")).toBeVisible();
});

test("delivery states show per recipient where they differ, and undelivered recipients are named", async () => {
  const server = fakeServer();
  const { ticket } = server;
  const failed = { ...bo, deliveryState: "failed", deliveryError: "Mailbox full" } as const;
  ticket.messages.push(
    newMessage(ticket.id, {
      isFromCustomer: false,
      content: "For two.",
      deliveryState: "failed",
      deliveryError: "Mailbox full",
      recipients: [newRecipient("ines@roth.example", { name: "Ines Roth", deliveryState: "sent" }), failed],
    }),
  );
  await openTicket(server);
  const recipients = card("For two.").getByRole("list", { name: "Recipients" }).getByRole("listitem");
  await expect.element(recipients.first()).toHaveTextContent("To Ines Roth <ines@roth.example>Sent");
  await expect.element(recipients.last()).toHaveTextContent("To Bo <bo@x.example>Failed");
  await expect.element(card("For two.").getByText("Not delivered to Bo. Mailbox full")).toBeVisible();
  await expect.element(card("For two.").getByRole("button", { name: "Try again" })).toBeVisible();
});

test("a reply that was overtaken is sent again only after a question that says why", async () => {
  const server = fakeServer();
  const { ticket } = server;
  const failed = { deliveryState: "failed", deliveryError: "Mailbox full" } as const;
  ticket.messages.push(newMessage(ticket.id, { isFromCustomer: false, content: "For one.", ...failed }));
  const asked: boolean[] = [];
  server.onTheWay = async (request) => {
    if (!request.url.endsWith("/retry-delivery")) return undefined;
    // A request for its path alone has no body.
    const { sendAnyway = false } = JSON.parse((await request.text()) || "{}");
    asked.push(sendAnyway);
    if (sendAnyway) return Response.json(newMessage(ticket.id, { isFromCustomer: false, content: "For one." }));
    const data = { writtenAt: ticket.createdAt, isOld: false, hasNewMail: false, answeredBy: "Ben" };
    return Response.json(refusal("message_overtaken", data).toJSON(), { status: 409 });
  };
  await openTicket(server);
  await card("For one.").getByRole("button", { name: "Try again" }).click();
  const dialog = page.getByRole("dialog", { name: "Send it all the same?" });
  await expect.element(dialog.getByText("Ben has answered since.", { exact: true })).toBeVisible();
  expect(asked).toEqual([false]);
  await dialog.getByRole("button", { name: "Send it" }).click();
  await expect.poll(() => asked).toEqual([false, true]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test("answering an earlier message shows which one, its recipients, and what they did not receive", async () => {
  const server = fakeServer();
  const { ticket } = server;
  const dora = { authorName: "Dora", authorEmail: "dora@x.example", audience: "side" } as const;
  ticket.messages.unshift(newMessage(ticket.id, { ...dora, content: "Between us.", recipients: [desk, bo] }));
  const { composer, send, sent } = await openTicket(server);
  await card("Between us.").getByRole("button", { name: "Message actions" }).click();
  await page.getByRole("menuitem", { name: "Reply all" }).click();
  await expect.element(composer).toHaveFocus();
  await expect.element(page.getByText(/^Answering Dora's message of Mar 2, 2026/)).toBeVisible();
  const region = page.getByRole("region", { name: "Reply" });
  for (const recipient of ["Dora <dora@x.example>", "Bo <bo@x.example>"]) {
    await expect.element(region.getByRole("button", { name: `Remove ${recipient}` })).toBeVisible();
  }
  await composer.fill("Dear Dora");
  await send.click();
  await expect.element(sent).toBeVisible();
  expect(server.replies[0]?.answersId).toBe(ticket.messages[0]?.id);
});

test("a mail shows its author, its mailing list and recipients that are no address", async () => {
  const server = fakeServer();
  const { ticket } = server;
  ticket.messages.push(
    newMessage(ticket.id, {
      content: "We two.",
      list: { email: "choir@lists.example", name: "Choir" },
      unreadAddresses: ["Bo <bo@>"],
      recipients: [{ ...bo, kind: "from" }, desk],
    }),
    newMessage(ticket.id, { content: "Two of them.", unreadAddresses: ["Bo <bo@>", "Cy"] }),
    newMessage(ticket.id, { content: "All of them.", leftOutAddresses: 1057 }),
  );
  await openTicket(server);
  const both = card("We two.");
  await expect.element(both.getByText("By the list Choir <choir@lists.example>")).toBeVisible();
  await expect.element(both.getByText("1 address could not be read: Bo <bo@>")).toBeVisible();
  await expect.element(card("Two of them.").getByText("2 addresses could not be read: Bo <bo@>, Cy")).toBeVisible();
  await expect.element(card("All of them.").getByText("and 1,057 more, who are not kept")).toBeVisible();
  await both.getByRole("button", { name: "Also from Bo <bo@x.example>" }).click();
  await expect.element(unfolded(both).getByText("Also from Bo <bo@x.example>")).toBeVisible();
});

test("an address shows its domain as written, or in its DNS form where it could be mistaken for another", async () => {
  const server = fakeServer();
  const { ticket } = server;
  const ina = newRecipient("ina@xn--mnchen-3ya.example", { name: "Ina" });
  const eve = newRecipient("eve@xn--80ak6aa92e.example", { name: "Eve" });
  const jo = { authorName: "Jo", authorEmail: "jo@xn--mnchen-3ya.example" };
  ticket.messages.push(newMessage(ticket.id, { ...jo, content: "From there.", recipients: [desk, ina, eve] }));
  await openTicket(server);
  const mail = card("From there.");
  await expect.element(mail.getByText("From: Jo <jo@münchen.example>")).toBeVisible();
  await mail.getByRole("button", { name: "To Ina <ina@münchen.example> and Eve <eve@xn--80ak6aa92e.example>" }).click();
  await expect.element(unfolded(mail).getByText("Ina <ina@münchen.example>")).toBeVisible();
  await expect.element(unfolded(mail).getByText("Eve <eve@xn--80ak6aa92e.example>")).toBeVisible();
});
