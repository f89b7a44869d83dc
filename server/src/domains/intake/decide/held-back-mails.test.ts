import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { customerReplies, customerWrites, makeTicket } from "../../../testing/test-desk.ts";
import { newOwner } from "../../../testing/test-people.ts";
import { intakeLimits } from "../intake-limits.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

test("shows on a ticket how many mails were held back from it, and on no other", async () => {
  const owner = await newOwner(app);
  const from = "robot@loop.test";
  const ticket = await makeTicket(app, owner, { from, subject: "Beep" });
  const other = await makeTicket(app, owner);
  for (let sent = 1; sent <= intakeLimits.mailsPerTicket; sent += 1) {
    await customerReplies(app, owner, ticket.id, `Beep ${sent}`, { isUnverified: true });
  }
  const label = `Re: Beep [Ticket: ${String(ticket.ticketNumber).padStart(4, "0")}]`;
  for (const text of ["One more", "And another"]) {
    expect(await customerWrites(app, owner, { from, subject: label, text })).toMatchObject({ state: "loop_stopped" });
  }
  expect((await owner.api.tickets.get({ id: ticket.id })).heldBackMails).toBe(2);
  expect((await owner.api.tickets.get({ id: other.id })).heldBackMails).toBe(0);
});
