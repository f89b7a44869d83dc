import { randomUUID } from "node:crypto";
import type { Desk } from "../open-desk.ts";
import { customerReplies, makeTicket } from "../test-desk.ts";
import type { Person } from "../test-people.ts";

/** Merges one ticket into another, and moves a message out of the result. */
export async function fillMoving(app: Desk, owner: Person, about: { description: string; from: string }) {
  const { tickets } = owner.api;
  const [around, merged] = [await makeTicket(app, owner, about), await makeTicket(app, owner, about)];
  const { id: messageId } = await customerReplies(app, owner, around.id, about.description);
  const { id: movableMessageId } = await customerReplies(app, owner, around.id, about.description);
  const moveKey = randomUUID();
  await tickets.moveMessage({ id: around.id, messageId, idempotencyKey: moveKey });
  await tickets.merge({ id: merged.id, into: around.id });
  return { aroundTicketId: around.id, mergedTicketId: merged.id, moveKey, movableMessageId };
}
