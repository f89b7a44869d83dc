import { incidentLimits } from "@deskhand/contract/desk/incident-limits";
import { readSign, type Sign } from "@deskhand/contract/desk/incident-words";
import type { Concerned, StalledParcel } from "@deskhand/contract/desk/incidents";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { findIncident } from "../change-incident.ts";
import { type ConcernedRow, countCarriers, selectConcerned, selectStalled } from "./parcels.queries.ts";

/** Lists whose orders are concerned by an incident, of those who have not written, each with the reason. */
export async function listConcerned(
  tx: TenantTx,
  id: string,
): Promise<{ items: Concerned[]; isKnowable: boolean; isCut: boolean }> {
  const sign = readSign((await findIncident(tx, id)).sign);
  const rows = await selectConcerned(tx, id, sign);
  if (rows === null) return { items: [], isKnowable: false, isCut: false };
  const items = rows
    .slice(0, incidentLimits.concernedOrders)
    .map(({ orderedAt, carrier, ...row }) => ({ ...row, reason: reasonOf(sign, { orderedAt, carrier }) }));
  return { items, isKnowable: true, isCut: rows.length > items.length };
}

function reasonOf({ kind, value }: Sign, { orderedAt, carrier }: Pick<ConcernedRow, "orderedAt" | "carrier">): string {
  const [first = ""] = value.split("|");
  if (kind === "sku") return `Ordered ${value} on ${dayOf(orderedAt)}`;
  if (kind === "stalled") return `On its way with ${value}, without news`;
  if (kind === "carrier") return `On its way with ${first}`;
  return `On its way to ${value}${carrier === null ? "" : ` with ${carrier}`}`;
}

const date = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const dayOf = (at: string) => date.format(new Date(at));

/** Lists the parcels of which nothing was heard for longer than their carrier usually takes. */
export async function listStalled(
  tx: TenantTx,
  now: Date,
): Promise<{ items: StalledParcel[]; isCut: boolean; carriers: number }> {
  const rows = await selectStalled(tx);
  const items = rows.slice(0, incidentLimits.concernedOrders).map((row) => ({ ...row, reason: silenceOf(row, now) }));
  return { items, isCut: rows.length > items.length, carriers: await countCarriers(tx) };
}

function silenceOf(
  {
    lastNewsAt,
    usualHours,
    carrier,
    country,
  }: Pick<StalledParcel, "lastNewsAt" | "usualHours" | "carrier" | "country">,
  now: Date,
): string {
  const days = Math.floor((now.getTime() - Date.parse(lastNewsAt)) / 86_400_000);
  const usual = Math.round(usualHours / 24);
  const there = country === "" ? "" : ` to ${country}`;
  return `No news for ${days} days; ${carrier} usually takes up to ${usual} days${there}`;
}
