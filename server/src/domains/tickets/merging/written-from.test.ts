import { customerExportUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MergeDesk, newAddress, openMergeDesk } from "../../../testing/store/merge-desk.ts";
import { customerWrites, reply } from "../../../testing/test-desk.ts";
import { redactCustomer } from "../../customers/index.ts";

let desk: MergeDesk;
beforeAll(async () => {
  desk = await openMergeDesk();
});
afterAll(() => desk.app.stop());

/** A ticket of the customer's own, and one that somebody else wrote for them. */
async function twoTickets() {
  const [ann, mallory] = [newAddress(), newAddress()];
  const own = await customerWrites(desk.app, desk.owner, { from: ann });
  const headers = [`Reply-To: ${ann}`];
  const posed = await customerWrites(desk.app, desk.owner, { from: mallory, text: "Change my address.", headers });
  return { ann, mallory, own: own.ticket_id, posed: posed.ticket_id, writtenFrom: { email: mallory, isStores: false } };
}
const sendersOf = async (id: string) =>
  (await desk.get(id)).messages.map(({ writtenFrom }) => writtenFrom?.email ?? null);

test("a merge, and taking it back, leave where a mail came from with it, and on the ticket that it stands on", async () => {
  const { own, posed, mallory, writtenFrom } = await twoTickets();
  const merged = await desk.merge(posed, own);
  expect(merged.writtenFrom).toEqual(writtenFrom);
  expect(merged.messages.map((message) => message.writtenFrom)).toEqual([null, writtenFrom]);
  const { items: trail } = await desk.agent.api.tickets.activity({ id: own });
  expect(trail.find(({ kind }) => kind === "created")?.actorName).not.toBe(mallory);
  const { items: shells } = await desk.agent.api.tickets.activity({ id: posed });
  expect(shells.find(({ kind }) => kind === "created")?.actorName).toBe(mallory);
  expect(await desk.unmerge(posed)).toMatchObject({ writtenFrom, messages: [{ writtenFrom }] });
  expect(await desk.get(own)).toMatchObject({ writtenFrom: null, messages: [{ writtenFrom: null }] });
});

test("a message of somebody else on a ticket is answered at their own address, and the ticket that it is moved to is theirs", async () => {
  const [ann, joined] = [newAddress(), newAddress()];
  const { ticket_id: id } = await customerWrites(desk.app, desk.owner, { from: ann });
  await reply(desk.agent, id, { content: "We look." });
  const [sent] = await desk.app.asOwner<{ id: string }>(
    "select mail_message_id as id from ticket_messages where ticket_id = $1 and not is_from_customer",
    [id],
    desk.owner.tenantId,
  );
  const headers = [`In-Reply-To: <${sent?.id}>`];
  const { message_id: messageId } = await customerWrites(desk.app, desk.owner, { from: joined, headers });
  expect(await sendersOf(id)).toEqual([null, null, null]);
  expect((await desk.get(id)).writtenFrom).toBeNull();
  const moved = await desk.move(id, messageId ?? "");
  expect(moved).toMatchObject({ customer: { email: joined }, messages: [{ answersTo: { email: joined } }] });
  expect((await desk.agent.api.messages.preview({ ticketId: moved.id, content: "Hello" })).to).toMatchObject([
    { email: joined },
  ]);
});

test("it is in the export of the customer whom answers go to", async () => {
  const { ann, own, posed, mallory } = await twoTickets();
  const { customerId } = await desk.get(own);
  const response = await desk.owner.send(customerExportUrl(customerId ?? ""));
  const { tickets } = (await response.json()) as { tickets: { messages: Record<string, unknown>[] }[] };
  const written = tickets.flatMap(({ messages }) => messages);
  expect(written.map(({ authorEmail, writtenFrom }) => [authorEmail, writtenFrom])).toEqual([
    ...[
      [ann, null],
      [mallory, mallory],
    ],
  ]);
  expect(await sendersOf(posed)).toEqual([mallory]);
});

test("of an erased writer no ticket keeps the address", async () => {
  const { own, posed, mallory } = await twoTickets();
  await desk.merge(posed, own);
  const { ticket_id: theirs } = await customerWrites(desk.app, desk.owner, { from: mallory });
  const { customerId } = await desk.get(theirs);
  await desk.app.db.withTenant(desk.owner.tenantId, (tx) => redactCustomer(tx, customerId ?? ""));
  expect(await desk.get(own)).toMatchObject({ writtenFrom: null, messages: [{ writtenFrom: null }] });
});
