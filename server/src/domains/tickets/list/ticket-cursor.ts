import { timestamp } from "@deskhand/contract/page";
import * as z from "zod";
import { readCursor, writeCursor } from "../../../platform/list-cursor.ts";

/** A place in the list's order: after the ticket with this urgency, time and id. */
export type TicketPlace = { urgency: number; createdAt: string; id: string };

const place = z
  .tuple([z.number().int().min(0).max(3), timestamp, z.uuid()])
  .transform(([urgency, createdAt, id]): TicketPlace => ({ urgency, createdAt, id }));

/** The cursor for what comes after a ticket. */
export function writeTicketCursor(row: { urgency: number; created_at: string; id: string }): string {
  return writeCursor([row.urgency, row.created_at, row.id]);
}

/** The place a cursor of the ticket list stands for; null for none. */
export function readTicketCursor(cursor: string | undefined): TicketPlace | null {
  return readCursor(cursor, place);
}
