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

/** Those who stand in a line of the reply. */
const namesIn = (line: string) =>
  page
    .getByRole("list", { name: line, exact: true })
    .getByRole("listitem")
    .elements()
    .map((item) => item.querySelector("bdi")?.textContent);

/** Those in To who are marked as new. */
const namesOfNew = () =>
  page
    .getByRole("list", { name: "To", exact: true })
    .getByRole("listitem")
    .filter({ hasText: "New in this conversation" })
    .elements()
    .map((item) => item.querySelector("bdi")?.textContent);

const addresses = (people: { email: string }[] | undefined) => people?.map(({ email }) => email);

test("whoever writes without having been brought in is new until the store answers them", async () => {
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
  await expect.poll(() => namesIn("To")).toEqual(["Sly", "pal@z.example"]);
  expect([namesOfNew(), namesIn("Cc")]).toEqual([["Sly", "pal@z.example"], ["Cy"]]);
});

test("what stands in a field and is nobody yet holds the reply up, there, and is not lost", async () => {
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

test("whose name is the customer's or a colleague's at another address is shown with the address", async () => {
  const server = fakeServer();
  const posers = ["ines roth", agent.name].map((name, nth) =>
    newRecipient(`poser${nth}@evil.example`, { name, kind: "cc" }),
  );
  server.ticket.messages = [newMessage(server.ticket.id, { recipients: [desk, cy, ...posers] })];
  await openTicket(server);
  await expect
    .poll(() => namesIn("Cc"))
    .toEqual(["Cy", "ines roth <poser0@evil.example>", `${agent.name} <poser1@evil.example>`]);
});
