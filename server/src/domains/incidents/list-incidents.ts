import type { Incident, IncidentAnswer, IncidentTicket } from "@deskhand/contract/desk/incidents";
import { id, timestamp } from "@deskhand/contract/page";
import * as z from "zod";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { readCursor, writeCursor } from "../../platform/http/list-cursor.ts";
import { ticketExists } from "../tickets/index.ts";
import { selectAnswersOf } from "./answer/answers.queries.ts";
import { findIncident, titled } from "./change-incident.ts";
import { selectIncidents, selectIncidentsOf, selectTicketsOfIncident } from "./incidents.queries.ts";

const cursorSchema = z.tuple([timestamp, id]).transform(([at, id]) => ({ at, id }));

/** Returns one page of incidents, newest first. */
export async function listIncidents(
  tx: TenantTx,
  { isClosed, cursor, limit }: { isClosed: boolean; cursor?: string | undefined; limit: number },
): Promise<{ items: Incident[]; nextCursor: string | null }> {
  const found = await selectIncidents(tx, {
    isClosed,
    after: readCursor(cursor, cursorSchema) ?? undefined,
    most: limit + 1,
  });
  const items = found.slice(0, limit).map(titled);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last ? writeCursor([last.foundAt, last.id]) : null };
}

type Whole = Incident & { ticketList: IncidentTicket[]; answers: IncidentAnswer[] };

/** Returns an incident with its tickets and answers. */
export async function readIncident(tx: TenantTx, id: string): Promise<Whole> {
  const incident = await findIncident(tx, id);
  return { ...incident, ticketList: await selectTicketsOfIncident(tx, id), answers: await selectAnswersOf(tx, id) };
}

/** Lists the incidents that a ticket belongs to and that are not closed. */
export async function listIncidentsOf(tx: TenantTx, ticketId: string): Promise<Incident[]> {
  const found = await selectIncidentsOf(tx, ticketId);
  if (found.length === 0 && !(await ticketExists(tx, ticketId))) throw fail("ticket_not_found");
  return found.map(titled);
}
