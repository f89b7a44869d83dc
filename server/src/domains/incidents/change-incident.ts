import { incidentLimits } from "@deskhand/contract/desk/incident-limits";
import { type IncidentState, incidentTitle, writeSign } from "@deskhand/contract/desk/incident-words";
import type { Incident } from "@deskhand/contract/desk/incidents";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail, failKeyUsed } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { putOnIncident, takeOffIncident } from "../tickets/index.ts";
import {
  type IncidentRow,
  insertIncident,
  selectIncident,
  selectIncidentMaker,
  selectNumbered,
  updateIncidentState,
} from "./incidents.queries.ts";

/** An incident with its title. */
export function titled(row: IncidentRow): Incident {
  return { ...row, title: incidentTitle(row) };
}

/** Finds an incident; fails if there is none. */
export async function findIncident(tx: TenantTx, id: string): Promise<Incident> {
  const row = await selectIncident(tx, id);
  if (!row) throw fail("incident_not_found");
  return titled(row);
}

type Made = { name: string; ticketNumbers: readonly number[]; idempotencyKey: string };

/** Makes an incident by hand, once for a key, which becomes its id. */
export async function makeIncident(
  tx: TenantTx,
  { userId }: Actor,
  { name, ticketNumbers, idempotencyKey: id }: Made,
): Promise<Incident> {
  const sign = writeSign({ kind: "hand", value: name });
  if (await insertIncident(tx, { id, sign, usual: null, madeBy: userId })) {
    await join(tx, id, ticketNumbers, userId);
    await emit(tx, "incident.changed", { incidentId: id });
  } else if ((await selectIncidentMaker(tx, id))?.id !== userId) {
    throw failKeyUsed();
  }
  return findIncident(tx, id);
}

/** Sets how far people are with an incident. */
export async function setIncidentState(tx: TenantTx, id: string, state: IncidentState): Promise<Incident> {
  const before = await findIncident(tx, id);
  if (before.state !== state) {
    await updateIncidentState(tx, id, state);
    await emit(tx, "incident.changed", { incidentId: id });
  }
  return { ...before, state };
}

/** Puts tickets on an incident by their numbers; fails, and puts none on, if one of them is of no ticket. */
export async function addTickets(
  tx: TenantTx,
  { userId }: Actor,
  { id, ticketNumbers }: { id: string; ticketNumbers: readonly number[] },
): Promise<Incident> {
  await lockName(tx, id);
  const { tickets } = await findIncident(tx, id);
  if (tickets + ticketNumbers.length > incidentLimits.incidentTickets) throw fail("incident_full");
  await join(tx, id, ticketNumbers, userId);
  await emit(tx, "incident.changed", { incidentId: id });
  return findIncident(tx, id);
}

async function join(tx: TenantTx, id: string, ticketNumbers: readonly number[], userId: string): Promise<void> {
  const found = await selectNumbered(tx, ticketNumbers);
  const known = new Set(found.map(({ number }) => number));
  const numbers = ticketNumbers.filter((number) => !known.has(number));
  if (numbers.length > 0) throw fail("incident_ticket_unknown", { numbers });
  const joining = found.map(({ id: ticketId }) => ({ ticketId, orderId: null }));
  await putOnIncident(tx, id, joining, userId);
}

/** Takes a ticket off an incident. */
export async function removeTicket(
  tx: TenantTx,
  { id, ticketId }: { id: string; ticketId: string },
): Promise<Incident> {
  await findIncident(tx, id);
  await takeOffIncident(tx, id, ticketId);
  await emit(tx, "incident.changed", { incidentId: id });
  return findIncident(tx, id);
}
