import { beforeEach, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { channels } from "../../../entities/ticket/channels.ts";
import { newRecipient } from "../../../testing/fake-recipients.ts";
import { fakeServer, newMessage } from "../../../testing/fake-server.ts";
import { openTicket, storageKey } from "../../../testing/open-ticket.tsx";

beforeEach(() => localStorage.clear());

const desk = newRecipient("help@shop.example", { isOurs: true });
const bo = newRecipient("bo@x.example", { name: "Bo" });
const cy = newRecipient("cy@x.example", { name: "Cy", kind: "cc" });
const whole = ({ name, email }: typeof bo) => `${name} <${email}>`;
const to = page.getByRole("combobox", { name: "To", exact: true });
const cc = page.getByRole("combobox", { name: "Cc", exact: true });
const answerTo = page.getByRole("group", { name: "Answer to" });

/** The names in a line of the reply. */
const namesIn = (line: string) =>
  page
    .getByRole("list", { name: line, exact: true })
    .getByRole("listitem")
    .elements()
    .map((item) => item.querySelector("bdi")?.textContent);

/** A ticket whose customer wrote to Bo too, with Cy in copy. */
function ofThree() {
  const server = fakeServer();
  server.ticket.messages = [newMessage(server.ticket.id, { recipients: [desk, bo, cy] })];
  return server;
}

const addresses = (people: { email: string }[] | undefined) => people?.map(({ email }) => email);

test("a lone customer is the only recipient, sent with the answered message, without a choice of mode", async () => {
  const { composer, send, sent, server, ticket } = await openTicket();
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth"]);
  await expect.element(cc).not.toBeInTheDocument();
  await expect.element(answerTo).not.toBeInTheDocument();
  await composer.fill("On its way.");
  await send.click();
  await expect.element(sent).toBeVisible();
  await expect.element(page.getByText("to Ines Roth", { exact: true })).toBeVisible();
  expect(server.replies).toMatchObject([
    { recipients: { to: [{ email: "ines@roth.example", name: "Ines Roth" }], cc: [], bcc: [] } },
  ]);
  expect(server.replies[0]?.answersId).toBe(ticket.messages[0]?.id);
});

test("with others on the message, all are answered by default, and Reply is one press away", async () => {
  const { composer, send, sent, server } = await openTicket(ofThree());
  expect([namesIn("To"), namesIn("Cc")]).toEqual([["Ines Roth", whole(bo)], [whole(cy)]]);
  await answerTo.getByRole("button", { name: "Reply", exact: true }).click();
  await expect.element(composer).toHaveFocus();
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth"]);
  await expect.element(cc).not.toBeInTheDocument();
  await answerTo.getByRole("button", { name: "Reply all" }).click();
  expect([namesIn("To"), namesIn("Cc")]).toEqual([["Ines Roth", whole(bo)], [whole(cy)]]);
  await composer.fill("To all of you.");
  await send.click();
  await expect.element(sent).toBeVisible();
  await expect.element(page.getByText(`to Ines Roth and ${whole(bo)}, Cc ${whole(cy)}`, { exact: true })).toBeVisible();
  const { recipients } = server.replies[0] ?? {};
  expect([addresses(recipients?.to), addresses(recipients?.cc)]).toEqual([
    ["ines@roth.example", "bo@x.example"],
    ["cy@x.example"],
  ]);
});

test("a channel that chooses its own recipients shows no fields, sends none and has no preview", async () => {
  const { answers, hasPreview, delivery } = channels.email;
  const other = { answers: "To the visitor", hasPreview: false, delivery: { ...delivery, sending: "Not fetched yet" } };
  Object.assign(channels.email, other);
  onTestFinished(() => {
    Object.assign(channels.email, { answers, hasPreview, delivery });
  });
  const server = fakeServer();
  server.ticket.customer = null;
  server.ticket.messages = [newMessage(server.ticket.id, { authorEmail: null, answersTo: null, recipients: [] })];
  const tools = { preview: () => <p>As it leaves</p> };
  const { composer, send, sent } = await openTicket(server, undefined, { tools });
  await expect.element(page.getByText("To the visitor")).toBeVisible();
  await expect.element(to).not.toBeInTheDocument();
  await expect.element(page.getByText("As it leaves")).not.toBeInTheDocument();
  await composer.fill("On its way.");
  await send.click();
  await expect.element(sent).toBeVisible();
  expect(server.replies[0]).not.toHaveProperty("recipients");
  await expect.element(page.getByText("Not fetched yet")).toBeVisible();
});

test("a user who prefers to answer the sender gets that by default", async () => {
  const server = ofThree();
  server.preferences.answerMode = "reply";
  await openTicket(server);
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth"]);
  await userEvent.keyboard("a");
  await expect.poll(() => namesIn("Cc")).toEqual([whole(cy)]);
});

test("r answers the sender, a answers all; r removes nobody from a begun reply", async () => {
  const { composer } = await openTicket(ofThree());
  await userEvent.keyboard("r");
  await expect.element(composer).toHaveFocus();
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth"]);
  await userEvent.keyboard("{Escape}a");
  await expect.element(composer).toHaveFocus();
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth", whole(bo)]);
  await composer.fill("Begun");
  await userEvent.keyboard("{Escape}r");
  await expect.element(composer).toHaveFocus();
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth", whole(bo)]);
});

test("people are typed, pasted and removed; strangers to the thread are marked as new", async () => {
  const { composer, send, sent, server } = await openTicket();
  await page.getByRole("button", { name: "Cc/Bcc" }).click();
  await expect.element(cc).toHaveFocus();
  await userEvent.keyboard("eva@x.example,");
  await userEvent.keyboard("ole@y.example{Enter}");
  await expect.poll(() => namesIn("Cc")).toEqual(["eva@x.example", "ole@y.example"]);
  const data = new DataTransfer();
  data.setData("text/plain", '"Roe, Ann" <ann@z.example>; Kim <kim@z.example>');
  cc.element().dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }));
  await expect
    .poll(() => namesIn("Cc"))
    .toEqual(["eva@x.example", "ole@y.example", '"Roe, Ann" <ann@z.example>', "Kim <kim@z.example>"]);
  await userEvent.keyboard("{Backspace}");
  await page.getByRole("button", { name: "Remove ole@y.example" }).click();
  await expect.element(cc).toHaveFocus();
  await expect.poll(() => namesIn("Cc")).toEqual(["eva@x.example", '"Roe, Ann" <ann@z.example>']);
  await expect.element(page.getByText("New in this conversation", { exact: true }).first()).toBeInTheDocument();
  await expect
    .element(page.getByRole("status").filter({ hasText: "did not get the message" }))
    .toHaveTextContent("eva@x.example and Roe, Ann did not get the message that you answer. It is not quoted.");
  await composer.fill("For you too.");
  await send.click();
  await expect.element(sent).toBeVisible();
  expect(addresses(server.replies[0]?.recipients?.cc)).toEqual(["eva@x.example", "ann@z.example"]);
});

test("text that is no address is reported in the field, and the store's own addresses are refused", async () => {
  await openTicket();
  await to.fill("Eva");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("alert")).toHaveTextContent("“Eva” is no e-mail address");
  await expect.element(to).toHaveAttribute("aria-invalid", "true");
  await to.fill("help@shop.example");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("alert")).toHaveTextContent("help@shop.example is an address of this store");
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth"]);
});

test("customers and colleagues are suggested, and Enter takes the first", async () => {
  const server = fakeServer();
  server.alsoCan.push("customers:read", "team:read");
  server.people.customers = [{ id: crypto.randomUUID(), name: "Eva Lind", email: "eva@x.example" }];
  server.people.team = [
    {
      id: crypto.randomUUID(),
      name: "Evan Poe",
      email: "evan@people.example",
      role: "agent",
      isActive: true,
      avatar: null,
      lastLogin: null,
      invitedAt: null,
    },
  ];
  await openTicket(server);
  await to.fill("eva");
  await expect.element(page.getByRole("option", { name: /Evan Poe.*Colleague/ })).toBeVisible();
  await page.getByRole("option", { name: /Eva Lind/ }).click();
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth", "Eva Lind <eva@x.example>"]);
  await to.fill("eva");
  await expect.element(page.getByRole("option", { name: /Eva Lind/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole("option", { name: /Evan Poe/ })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => namesIn("To"))
    .toEqual(["Ines Roth", "Eva Lind <eva@x.example>", "Evan Poe <evan@people.example>"]);
});

test("a whole address is taken as typed despite suggestions", async () => {
  const server = fakeServer();
  server.alsoCan.push("customers:read");
  server.people.customers = [{ id: crypto.randomUUID(), name: "Eva Lind", email: "eva@x.example.org" }];
  await openTicket(server);
  await to.fill("eva@x.example");
  await expect.element(page.getByRole("option", { name: /Eva Lind/ })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth", "eva@x.example"]);
});

test("a reply without recipients cannot be sent", async () => {
  const { composer, send, server } = await openTicket();
  await page.getByRole("button", { name: /^Remove Ines Roth/ }).click();
  await composer.fill("Hello?");
  await send.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Choose who gets it");
  expect(server.replies).toEqual([]);
});

test("a reply without To cannot be sent, whatever its copies", async () => {
  const { composer, send, server } = await openTicket(ofThree());
  await page.getByRole("button", { name: /^Remove Ines Roth/ }).click();
  await page.getByRole("button", { name: /^Remove Bo/ }).click();
  await expect.poll(() => namesIn("Cc")).toEqual([whole(cy)]);
  await composer.fill("Hello?");
  await send.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Choose who gets it");
  expect(server.replies).toEqual([]);
});

test("others whom a colleague forwarded a mail to are answered only by choice", async () => {
  const server = ofThree();
  for (const message of server.ticket.messages) message.passedOn = "forward";
  await openTicket(server);
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth"]);
  await expect.element(cc).not.toBeInTheDocument();
  await answerTo.getByRole("button", { name: "Reply all" }).click();
  expect([namesIn("To"), namesIn("Cc")]).toEqual([["Ines Roth", whole(bo)], [whole(cy)]]);
});

test("recipients stay fixed while writing, and follow the thread while nothing is written", async () => {
  const { composer, ticket, refresh } = await openTicket();
  ticket.messages.push(newMessage(ticket.id, { authorName: "Dora", authorEmail: "dora@x.example", audience: "side" }));
  await refresh();
  await expect.poll(() => namesIn("To")).toEqual(["Dora <dora@x.example>"]);
  await composer.fill("Dear Dora");
  ticket.messages.push(newMessage(ticket.id, { content: "And me?" }));
  await refresh();
  await expect.element(page.getByText("And me?", { exact: true })).toBeVisible();
  await expect.poll(() => namesIn("To")).toEqual(["Dora <dora@x.example>"]);
  await expect.element(page.getByText(/^Answering Dora's message of /)).toBeVisible();
  await page.getByRole("button", { name: "Answer the newest" }).click();
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth"]);
  await composer.clear();
  ticket.messages.push(newMessage(ticket.id, { authorName: "Dora", authorEmail: "dora@x.example" }));
  await refresh();
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth"]);
  (composer.element() as HTMLElement).blur();
  await expect.poll(() => namesIn("To")).toEqual(["Dora <dora@x.example>"]);
});

test("edited recipients are kept with the draft until it is sent", async () => {
  const first = await openTicket();
  await to.fill("eva@x.example");
  await userEvent.keyboard("{Enter}");
  await first.composer.fill("Half");
  await first.close();
  const again = await openTicket(fakeServer(first.ticket));
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth", "eva@x.example"]);
  await again.send.click();
  await expect.element(again.sent).toBeVisible();
  expect(addresses(again.server.replies[0]?.recipients?.to)).toEqual(["ines@roth.example", "eva@x.example"]);
  expect(localStorage.getItem(storageKey("reply-recipients", first.ticket.id))).toBeNull();
});

test("a key already used for others is reported, and the reply is kept", async () => {
  const { composer, send, server, ticket } = await openTicket();
  server.onTheWay = async (request) => {
    if (!request.url.endsWith("/replies")) return undefined;
    const { idempotencyKey: id, content } = await request.json();
    // An earlier attempt had gone to Ines alone.
    ticket.messages.push(newMessage(ticket.id, { id, content, isFromCustomer: false }));
    server.onTheWay = async () => undefined;
    return undefined;
  };
  await to.fill("eva@x.example");
  await userEvent.keyboard("{Enter}");
  await composer.fill("The same words.");
  await send.click();
  await expect.element(page.getByText(/^Your earlier attempt had been sent after all/)).toBeVisible();
  await expect.element(composer).toHaveValue("The same words.");
});

test("fifty recipients fold, and more than fifty are refused", async () => {
  const server = fakeServer();
  const many = Array.from({ length: 49 }, (_, nth) => newRecipient(`n${nth}@x.example`));
  server.ticket.messages = [newMessage(server.ticket.id, { recipients: [desk, ...many] })];
  await openTicket(server);
  await expect.poll(() => namesIn("To")).toHaveLength(3);
  await page.getByRole("button", { name: "and 47 more" }).click();
  await expect.poll(() => namesIn("To")).toHaveLength(50);
  await to.fill("one-more@x.example");
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("A mail can go to 50 people, and this would go to 51. Take 1 off");
});

test("the overfull field names its count, and of an endless Reply-To only the first is suggested", async () => {
  const server = fakeServer();
  const of = (kind: "cc" | "reply-to") =>
    Array.from({ length: 60 }, (_, nth) => newRecipient(`n${nth}@x.example`, { kind }));
  server.ticket.messages = [newMessage(server.ticket.id, { recipients: [desk, ...of("cc")] })];
  const { close, ticket } = await openTicket(server);
  await expect.element(page.getByText("All would be 61 people, and a mail can go to 50.")).toBeVisible();
  await answerTo.getByRole("button", { name: "Reply all" }).click();
  await expect
    .element(cc)
    .toHaveAccessibleDescription("A mail can go to 50 people, and this would go to 61. Take 11 off");
  await expect.element(to).not.toHaveAttribute("aria-invalid");
  await close();
  ticket.messages = [newMessage(ticket.id, { recipients: [desk, ...of("reply-to")] })];
  await openTicket(fakeServer(ticket));
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth"]);
});

test("Escape in the recipients leads to the text and leaves the ticket open", async () => {
  const { composer } = await openTicket();
  await to.click();
  await userEvent.keyboard("{Escape}");
  await expect.element(composer).toHaveFocus();
});

test("where all lines are one, the Cc and Bcc buttons are at its end, not before the next label", async () => {
  onTestFinished(() => page.viewport(1280, 800));
  await page.viewport(1366, 650);
  const server = fakeServer();
  server.ticket.messages = [newMessage(server.ticket.id, { recipients: [desk, cy] })];
  await openTicket(server);
  await expect.poll(() => namesIn("Cc")).toEqual([whole(cy)]);
  const leftOf = (element: Element) => element.getBoundingClientRect();
  const adds = leftOf(page.getByRole("button", { name: "Bcc", exact: true }).element());
  const cyField = leftOf(cc.element());
  expect(adds.left).toBeGreaterThanOrEqual(cyField.right);
  await page.getByRole("button", { name: "Bcc", exact: true }).click();
  await expect.element(page.getByRole("combobox", { name: "Bcc", exact: true })).toHaveFocus();
});
