import * as z from "zod";
import { fail } from "../../platform/fail.ts";

const place = z.tuple([z.number().int().min(0).max(3), z.iso.datetime(), z.uuid()]);

/** A place in the list's order: after the ticket with this urgency, time and id. */
export type TicketPlace = { urgency: number; createdAt: string; id: string };

/** The cursor for what comes after a ticket. */
export function writeCursor({ urgency, created_at, id }: { urgency: number; created_at: string; id: string }): string {
  return Buffer.from(JSON.stringify([urgency, created_at, id])).toString("base64url");
}

/** The place a cursor stands for; null for none. A cursor that we did not make fails as invalid input. */
export function readCursor(cursor: string | undefined): TicketPlace | null {
  if (!cursor) return null;
  try {
    const [urgency, createdAt, id] = place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { urgency, createdAt, id };
  } catch {
    // Whatever is wrong with it, the caller can only ask for the first page.
    throw fail("input_invalid", { fields: { cursor: ["This is not a cursor of this list"] } });
  }
}
