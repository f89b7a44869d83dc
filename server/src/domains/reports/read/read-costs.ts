import { figureDimensions } from "@deskhand/contract/reports/figures";
import { reportLimits } from "@deskhand/contract/reports/report-limits";
import type { Costs, CostsAsked, CostsReport } from "@deskhand/contract/reports/reports";
import type { Read } from "../../../platform/db/tenant.ts";
import { type CostRow, costsQuery } from "./costs.queries.ts";
import { rangeBefore } from "./range-before.ts";
import { readSteps } from "./read-steps.ts";
import { countedQuery } from "./report.queries.ts";

const nothing: Costs = { refundedOrders: 0, refunded: [], delivered: 0, wayMedian: null, wayNinetieth: null };

/** Reads what orders cost in a time, by product or carrier (docs/product.md#costs). */
export async function readCosts(read: Read, asked: CostsAsked): Promise<CostsReport> {
  const [counted] = await read(countedQuery());
  if (!counted) throw new Error("There is no store of this id");
  const measure = async (range: { from: string; to: string }) => {
    const steps = await readSteps(read, range, "month", counted.timeZone);
    const span = { from: steps[0]?.from ?? "", to: steps.at(-1)?.to ?? "" };
    return { span, rows: await read(costsQuery(span, asked.by)) };
  };
  const now = await measure(asked);
  const earlier = rangeBefore(asked);
  const before = earlier && (await measure(earlier));
  const of = (rows: readonly CostRow[] | undefined, value: string | null) =>
    rows ? costsOf(rows.find((row) => row.value === value)) : null;
  const sorted = now.rows
    .flatMap((row) => (row.value === null ? [] : [{ value: row.value, costs: costsOf(row) }]))
    .sort(
      (one, other) =>
        other.costs.refundedOrders - one.costs.refundedOrders ||
        other.costs.delivered - one.costs.delivered ||
        (one.value < other.value ? -1 : 1),
    );
  return {
    timeZone: counted.timeZone,
    range: now.span,
    before: before?.span ?? null,
    whole: of(now.rows, null) ?? nothing,
    wholeBefore: of(before?.rows, null),
    rows: sorted.slice(0, reportLimits.reportRows).map(({ value, costs }) => ({
      value,
      label: value === "" ? figureDimensions[asked.by].none : value,
      costs,
      before: of(before?.rows, value),
    })),
    left: Math.max(0, sorted.length - reportLimits.reportRows),
    reason: "A refund counts in full at each product of its order, and at each carrier that had parcels of it",
  };
}

function costsOf(row: CostRow | undefined): Costs {
  if (!row) return nothing;
  const { value: _, refunded, ...numbers } = row;
  return Object.assign({}, numbers, { refunded: refunded ?? [] });
}
