import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { newRecipient } from "../../../testing/fake-recipients.ts";
import { agent, fakeServer, newMessage } from "../../../testing/fake-server.ts";
import { openTicket } from "../../../testing/open-ticket.tsx";

beforeEach(() => localStorage.clear());

const desk = newRecipient("help@shop.example", { isOurs: true });
const bo = newRecipient("bo@x.example", { name: "Bo" });
const cy = newRecipient("cy@x.example", { name: "Cy", kind: "cc" });
const to = page.getByRole("combobox", { name: "To", exact: true });

/** The names in a line of the reply. */
const namesIn = (line: string) =>
  page
    .getByRole("list", { name: line, exact: true })
    .getByRole("listitem")
    .elements()
    .map((item) => item.querySelector("bdi")?.textContent);

/** The recipients in To marked as new. */
const namesOfNew = () =>
  page
    .getByRole("list", { name: "To", exact: true })
    .getByRole("listitem")
    .filter({ hasText: "New in this conversation" })
    .elements()
    .map((item) => item.querySelector("bdi")?.textContent);

const addresses = (people: { email: string }[] | undefined) => people?.map(({ email }) => email);

test("an uninvited participant is new until the store answers them", async () => {
  const server = fakeServer();
  const { id } = server.ticket;
  const opening = newMessage(id, { recipients: [desk, bo] });
  const byBo = newMessage(id, { authorName: "Bo", authorEmail: bo.email, recipients: [desk, cy] });
  const stranger = {
    authorName: "Sly",
    authorEmail: "sly@z.example",
    answersTo: { email: "sly@z.example", name: "Sly" },
  };
  const bySly = newMessage(id, { ...stranger, recipients: [desk, newRecipient("pal@z.example"), cy] });
  server.ticket.messages = [opening, byBo, bySly];
  await openTicket(server);
  await expect.poll(() => namesIn("To")).toEqual(["Sly <sly@z.example>", "pal@z.example"]);
  expect([namesOfNew(), namesIn("Cc")]).toEqual([["Sly <sly@z.example>", "pal@z.example"], ["Cy <cy@x.example>"]]);
});

test("unparsed text in a recipient field blocks the reply there and is not lost", async () => {
  const { composer, send, sent, server } = await openTicket();
  await composer.fill("On its way.");
  for (const [typed, said] of [
    ["daniel", "“daniel” is no e-mail address"],
    ["ops@lumen,example", "“ops@lumen, example” is no e-mail address"],
  ] as const) {
    await to.fill("");
    await userEvent.type(to, typed);
    await composer.click();
    await send.click();
    await expect.element(to).toHaveFocus();
    await expect.element(page.getByRole("alert").filter({ hasText: said })).toBeVisible();
  }
  await to.fill("dan@x.example");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth", "dan@x.example"]);
  expect(server.replies).toEqual([]);
  await send.click();
  await expect.element(sent).toBeVisible();
  expect(addresses(server.replies[0]?.recipients?.to)).toEqual(["ines@roth.example", "dan@x.example"]);
});

test("a name resembling the customer's, a colleague's or the store's at another address shows the address", async () => {
  const server = fakeServer();
  const posers = ["Roth, Ines", agent.name, "Shop Support"].map((name, nth) =>
    newRecipient(`poser${nth}@evil.example`, { name, kind: "cc" }),
  );
  server.ticket.messages = [newMessage(server.ticket.id, { recipients: [desk, cy, ...posers] })];
  await openTicket(server);
  await expect
    .poll(() => namesIn("Cc"))
    .toEqual([
      "Cy <cy@x.example>",
      '"Roth, Ines" <poser0@evil.example>',
      `${agent.name} <poser1@evil.example>`,
      `Shop Support <poser2@evil.example>`,
    ]);
});

test("the server tells who is new in an unloaded part of the thread, who bounced, and who bears a known name", async () => {
  const server = fakeServer();
  const { people, ticket } = server;
  Object.assign(people, { isNew: (email: string) => email === bo.email, failed: [cy.email], namesakes: [bo.email] });
  ticket.hasOlderMessages = true;
  ticket.messages = [
    newMessage(ticket.id, { authorName: "Bo", authorEmail: bo.email, answersTo: bo, recipients: [desk, cy] }),
  ];
  await openTicket(server);
  await expect.poll(namesOfNew).toEqual([`Bo <${bo.email}>`]);
  await expect
    .element(
      page
        .getByRole("list", { name: "Cc", exact: true })
        .getByRole("listitem")
        .filter({ hasText: "Last mail bounced" }),
    )
    .toBeVisible();
});

test("a partial name is reported as unknown when Tab leaves it", async () => {
  await openTicket();
  await to.fill("daniel");
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("alert")).toHaveTextContent("“daniel” is no e-mail address");
});

test("of many marked recipients a few show with a count of the rest, including the one just typed", async () => {
  await openTicket();
  await to.click();
  const data = new DataTransfer();
  data.setData("text/plain", Array.from({ length: 12 }, (_, nth) => `new${nth}@x.example`).join(", "));
  to.element().dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }));
  const names = ["Ines Roth", ...[0, 1, 2, 3, 4, 11].map((nth) => `new${nth}@x.example`)];
  await expect.poll(() => namesIn("To")).toEqual(names);
  // An unseen recipient cannot be removed.
  await userEvent.keyboard("{Backspace}");
  await expect.poll(() => namesIn("To")).toHaveLength(13);
});

const answerTo = page.getByRole("group", { name: "Answer to" });
/** Anybody but the customer shows the address beside the name. */
const ines = "Ines Roth <ines@roth.example>";

test("a begun reply keeps its recipients when the ticket's customer changes, and says so", async () => {
  const { composer, ticket, refresh } = await openTicket();
  const makeOver = async (name: string, email: string) => {
    const customer = { id: crypto.randomUUID(), name, email };
    Object.assign(ticket, { customer, customerId: customer.id, customerChangedAt: "2026-03-02T11:00:00.000Z" });
    await refresh();
  };
  await composer.fill("Dear Ines");
  await makeOver("Cora", "cora@x.example");
  await expect.element(page.getByText("The ticket is of Cora now, who is not on this.")).toBeVisible();
  await expect.poll(() => namesIn("To")).toEqual([ines]);
  await page.getByRole("button", { name: "Write to Cora" }).click();
  await expect.poll(() => namesIn("To")).toEqual(["Cora"]);
  await expect.element(page.getByText(/^Cora did not get the message/)).toBeVisible();
  await to.fill("eva@x.example");
  await userEvent.keyboard("{Enter}");
  await makeOver("Dora", "dora@x.example");
  await expect.element(page.getByText("The ticket is of Dora now, who is not on this.")).toBeVisible();
  await expect.poll(() => namesIn("To")).toEqual(["Cora <cora@x.example>", "eva@x.example"]);
  await page.getByRole("button", { name: "Write to Dora" }).click();
  await expect.poll(() => namesIn("To")).toEqual(["Dora"]);
  await answerTo.getByRole("button", { name: "Reply all" }).click();
  await expect.poll(() => namesIn("To")).toEqual(["Dora", "Ines Roth <ines@roth.example>"]);
});

test("entering the reply's field fixes the recipients shown, whoever joins before the first letter", async () => {
  const { composer, ticket, refresh } = await openTicket();
  await composer.click();
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth"]);
  // Typing and deleting changes nothing.
  await userEvent.keyboard("x{Backspace}");
  const customer = { id: crypto.randomUUID(), name: "Cora", email: "cora@x.example" };
  Object.assign(ticket, { customer, customerId: customer.id, customerChangedAt: "2026-03-02T11:00:00.000Z" });
  await refresh();
  await expect.element(page.getByRole("heading", { name: /Cora/ }).or(page.getByText("Cora")).first()).toBeVisible();
  await userEvent.keyboard("Dear Ines");
  await expect.element(page.getByText("The ticket is of Cora now, who is not on this.")).toBeVisible();
  await expect.poll(() => namesIn("To")).toEqual([ines]);
});
