import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { takeMail } from "../../../testing/take-mail.ts";
import { customerWrites, makeTicket, reply } from "../../../testing/test-desk.ts";
import { newAddress, newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const greetings = /\b(?:hello|hi|dear)\b/i;

test.each([
  ["a plain answer", "On its way.", true],
  ["a greeting of one's own", "Hi Jane,\n\non its way.\n\n  Tracking:\thttps://track.example/a?b=1&c=2", true],
  ["the signature's words at its end", "On its way.\n\nNora\n\nBest regards,\nSupport Team", false],
  ["the mark and the words in capitals", "On its way.\n-- \nBEST  REGARDS\nsupport team", false],
  ["HTML, a placeholder and right to left", "<b>شكرا</b> {{order.name}} & “so”", true],
])("the preview of %s is exactly the HTML that the customer gets", async (_, content, isSigned) => {
  const email = newAddress("customer");
  const { ticket_id: ticketId } = await customerWrites(app, owner, { from: email, text: "Where is it?\n<i>now</i>" });
  const preview = await owner.api.messages.preview({ ticketId, content });
  await reply(owner, ticketId, { content });
  const mail = await takeMail(app, email);
  expect(mail.html?.trimEnd()).toBe(preview.html.trimEnd());
  expect(preview).toMatchObject({
    subject: mail.subject,
    to: [{ email, name: null }],
    cc: [],
    bcc: [],
    isQuoted: true,
  });
  expect(preview.html.includes("<hr")).toBe(isSigned);
  expect(greetings.test(mail.text.split("-- \n")[0] ?? "")).toBe(greetings.test(content));
  expect(mail.text.match(/best\s+regards/gi)).toHaveLength(1);
  expect(mail.html).not.toContain("automated");
  expect(mail.text).not.toContain("automated");
});

test("a preview is not stored and does not count", async () => {
  const { id } = await makeTicket(app, owner);
  const before = await owner.api.tickets.get({ id });
  await owner.api.messages.preview({ ticketId: id, content: "Never sent" });
  expect(await owner.api.tickets.get({ id })).toEqual(before);
});

test("a reply that would be refused has no preview", async () => {
  const { id } = await makeTicket(app, owner, { from: null });
  await expect(owner.api.messages.preview({ ticketId: id, content: "Hi" })).rejects.toMatchObject({
    code: "ticket_has_no_customer",
  });
  const archived = await makeTicket(app, owner);
  await owner.api.tickets.changeStatus({ id: archived.id, status: "closed" });
  const preview = (content: string) => owner.api.messages.preview({ ticketId: archived.id, content });
  await expect(preview("Hi")).rejects.toMatchObject({ code: "ticket_archived" });
  for (const content of [" ", "x".repeat(10_001)]) {
    await expect(preview(content)).rejects.toMatchObject({ code: "input_invalid" });
  }
});
