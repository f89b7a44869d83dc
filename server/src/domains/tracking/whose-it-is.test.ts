import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import type { Desk } from "../../testing/open-desk.ts";
import { daysAgo, type OrderDesk, openOrderDesk } from "../../testing/store/order-desk.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { newAddress, type Person } from "../../testing/test-people.ts";

let app: Desk;
let owner: Person;
let agent: Person;
let inStore: OrderDesk["inStore"];
let order: OrderDesk["order"];
beforeAll(async () => {
  ({ app, owner, agent, inStore, order } = await openOrderDesk());
});
afterAll(() => app.stop());

test.each([
  ["proved to be theirs", { check: "pass" }, true],
  ["neither proved nor doubted", { check: "none" }, true],
  ["written from another address", { check: "pass", author: "else@customer.test" }, false],
  ["passed on by the store's group", { check: "pass", writtenFrom: "support@shop.test" }, false],
  ["doubted", { check: "none", doubted: "mail" }, false],
  ["of a doubted ticket", { check: "none", doubted: "ticket" }, false],
  ["of somebody whom the store does not have", { check: "pass", isLinked: false }, false],
] as const)("decides whether the customer is verified by a mail that is %s", async (_, makings, isVerified) => {
  const none = { author: null, doubted: null, writtenFrom: null, isLinked: true };
  const { check, author, doubted, writtenFrom, isLinked } = { ...none, ...makings };
  const from = newAddress("proved");
  await order("#7100", { from });
  const { id: ticketId, firstMessageId } = await makeTicket(app, owner, { from });
  await inStore(async (tx) => {
    const shopifyId = isLinked ? from : null;
    await tx.updateTable("customers").set({ shopify_customer_id: shopifyId }).where("email", "=", from).execute();
    const isUnverified = { is_unverified: doubted === "ticket" };
    await tx.updateTable("support_tickets").set(isUnverified).where("id", "=", ticketId).execute();
    await tx
      .updateTable("ticket_messages")
      .set({ author_email: author ?? from, is_unverified: doubted === "mail", written_from: writtenFrom })
      .where("id", "=", firstMessageId)
      .execute();
    const raw = { id: newId(), size: 1 };
    await tx.insertInto("raw_mails").values(raw).execute();
    const end = { state: "ticket_created", ticket_id: ticketId, message_id: firstMessageId } as const;
    await tx
      .insertInto("mail_log")
      .values({
        id: newId(),
        raw_mail_id: raw.id,
        via: "smtp",
        envelope_from: from,
        envelope_to: from,
        sender_check: check,
        ...end,
        finished_at: daysAgo(0),
      })
      .execute();
  });
  expect((await agent.api.tracking.ofTicket({ ticketId })).customer?.isVerified).toBe(isVerified);
});

test.each([
  ["the customer's own", "own", null],
  ["of somebody without the account, with the customer's address", "guest", null],
  ["somebody else's", "else", "another_address"],
  ["of nobody", "nobody", "without_owner"],
] as const)("shows an order that a colleague set and that is %s", async (_, kind, doubt) => {
  const from = newAddress("asks");
  const name = `#32${kind}1`;
  if (kind === "guest") await order(name, { email: from });
  else if (kind === "nobody") await order(name);
  else await order(name, { from: kind === "own" ? from : newAddress("buys") });
  const { id: ticketId } = await makeTicket(app, owner, { from });
  await agent.api.tracking.saveOrderNumber({ ticketId, orderNumber: name });
  const { savedOrder, savedDoubt } = await agent.api.tracking.ofTicket({ ticketId });
  expect([savedOrder?.name, savedDoubt]).toEqual([name, doubt]);
});
