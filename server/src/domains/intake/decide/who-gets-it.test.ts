import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailAtDesk, mailAtDesk } from "../../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { playSituation, type Situation } from "../../../testing/situations/play-situation.ts";
import { addColleague, type Person } from "../../../testing/test-people.ts";

const situations = readFileSync(new URL("../../../testing/situations/situations.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): Situation => JSON.parse(line));

const own = {
  SUPPORT: "support@shop.example",
  ALIAS: "orders@shop.example",
  STAFF: "kim@kollege.example",
  AGENT: "alex@agent.example",
};

let desk: Desk;
let agent: Person;
let at: MailAtDesk;
let stage: Parameters<typeof playSituation>[0];
beforeAll(async () => {
  desk = await openDesk({ roles: ["web"] });
  const store = await desk.makeTenant({ staff: [own.STAFF, own.AGENT], customAddress: own.SUPPORT });
  await desk.asOwner(
    "insert into inbound_addresses (client_id, address, is_verified) values ($1, $2, true)",
    [store.id, own.ALIAS],
    store.id,
  );
  await desk.asOwner("update users set name = 'Kim Kollege' where email = $1", [own.STAFF], store.id);
  agent = await addColleague(desk, { tenantId: store.id }, "agent");
  at = mailAtDesk(desk, store);
  stage = { at, agent, own };
});
afterAll(() => desk.stop());

test.each(situations)("$id: $why", async (situation) => {
  const { quotes, ...played } = await playSituation(stage, situation);
  const { reply, replyAll, ...expected } = situation.expect;
  const fill = (address: string) => own[address as keyof typeof own] ?? address;
  const sorted = ({ to, cc }: typeof reply) => ({ to: to.map(fill).sort(), cc: cc.map(fill).sort() });
  const customer = expected.customer && fill(expected.customer);
  expect(played).toEqual({
    ...{ ...expected, customer, reply: sorted(reply), replyAll: sorted(replyAll), neverQuotes: [] },
  });
});

test.each([
  ["pass", false],
  ["none", true],
] as const)(
  "what comes in a colleague's name (%s) has the mark that its sender is not verified: %s",
  async (check, isUnverified) => {
    const outside = `outside-${check}@people.example`;
    const { ticket_id } = await at.send({ from: own.STAFF, headers: [`Cc: ${outside}`], check });
    const { customer, messages } = await agent.api.tickets.get({ id: ticket_id ?? "" });
    expect(customer?.email).toBe(outside);
    expect(messages).toMatchObject([{ isFromCustomer: false, authorName: "Kim Kollege", isUnverified }]);
  },
);

test("what is found to be forged in a colleague's name is no colleague's", async () => {
  const headers = ["Cc: outside-fail@people.example"];
  const { ticket_id } = await at.send({ from: own.STAFF, headers, check: "fail" });
  const { messages } = await agent.api.tickets.get({ id: ticket_id ?? "" });
  expect(messages).toMatchObject([{ isFromCustomer: true, authorId: null, isUnverified: true }]);
});
