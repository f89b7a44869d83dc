import { randomUUID } from "node:crypto";
import { fromNow } from "../from-now.ts";
import type { Desk } from "../open-desk.ts";
import { makeTicket, upload } from "../test-desk.ts";
import type { Person } from "../test-people.ts";

/** Keeps replies of the owner's, one for each possible action, and one of a colleague's. */
export async function fillKept(
  app: Desk,
  { owner, agent, secret }: { owner: Person; agent: Person; secret: string },
  about: { description: string; from: string },
) {
  const { id: keptTicketId } = await makeTicket(app, owner, about);
  const keep = async ({ api }: Person, attachmentIds: string[] = []) => {
    const idempotencyKey = randomUUID();
    const reply = {
      content: `Later ${secret}`,
      lastSeenMessageId: null,
      sendAnyway: true,
      draft: secret,
      attachmentIds,
    };
    await api.keptReplies.keep({ ...reply, ticketId: keptTicketId, idempotencyKey, until: fromNow({ days: 2 }) });
    return idempotencyKey;
  };
  const file = await upload(owner, keptTicketId, { filename: `${secret}.txt`, bytes: Buffer.from(secret) });
  const returned = await keep(owner);
  await owner.api.keptReplies.undo({ id: returned });
  const kept = {
    toMove: await keep(owner, [file.id]),
    toSend: await keep(owner),
    toUndo: await keep(owner),
    toCancel: await keep(agent),
    returned,
  };
  return { keptTicketId, kept };
}
