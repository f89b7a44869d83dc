import { type ToldEvent, toldEvents } from "@deskhand/contract/programs/events";
import * as z from "zod";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { type DatedEvent, selectDatedEvents, selectLastNumber } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Caller } from "../../platform/http/context.ts";

/** So many events are looked through for a page; most of what happens is told of nobody outside. */
const lookedThrough = 1_000;

const payloadSchema = z.object({
  ticketId: z.string().nullish(),
  ticketIds: z.array(z.string()).optional(),
  id: z.string().optional(),
  messageId: z.string().optional(),
  noteId: z.string().optional(),
  customerId: z.string().optional(),
});

/** Lists what happened after a number, for programs (docs/api.md#what-happened). Customers' events are for who may read customers. */
export async function listEvents(
  tx: TenantTx,
  { can }: Pick<Caller, "can">,
  { after, limit }: { after?: number | undefined; limit: number },
): Promise<{ items: ToldEvent[]; next: number; hasMore: boolean }> {
  if (after === undefined) return { items: [], next: await selectLastNumber(tx), hasMore: false };
  const found = await selectDatedEvents(tx, after, lookedThrough);
  const [first] = found;
  // Numbers have no gaps, so the events between were deleted.
  if (first && first.number > after + 1) throw fail("events_forgotten");
  const told = found
    .filter(isTold)
    .filter(({ type }) => !type.startsWith("customer.") || can.includes("customers:read"));
  const items = told.slice(0, limit).map(present);
  const isCut = told.length > limit;
  const next = (isCut ? items : found).at(-1)?.number ?? after;
  return { items, next, hasMore: isCut || found.length === lookedThrough };
}

type Told = DatedEvent & { type: ToldEvent["type"] };

function isTold(event: DatedEvent): event is Told {
  return toldEvents.some((type) => type === event.type);
}

function present({ number, type, at, payload }: Told): ToldEvent {
  const { ticketId, ticketIds = [], id, messageId, noteId, customerId } = payloadSchema.parse(payload);
  return {
    number,
    type,
    at,
    ticketIds: ticketId ? [ticketId] : ticketIds,
    messageId: messageId ?? noteId ?? (type === "message.created" ? (id ?? null) : null),
    customerId: customerId ?? null,
  };
}
