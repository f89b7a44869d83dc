import type { FigureDimension } from "@deskhand/contract/reports/figures";
import { reportLimits } from "@deskhand/contract/reports/figures";
import type { Read } from "../../../platform/db/tenant.ts";
import { labelValues } from "./label-values.ts";
import { valuesQuery } from "./report.queries.ts";

/** Lists the values that tickets have of a dimension and whose names have the searched letters, the most used first. */
export async function listValues(
  read: Read,
  { dimension, search }: { dimension: FigureDimension; search: string },
): Promise<{ value: string; label: string }[]> {
  const values = (await read(valuesQuery(dimension, reportLimits.csvRows))).map(({ value }) => value);
  const labelOf = await labelValues(read, dimension, values);
  const wanted = search.trim().toLowerCase();
  return values
    .map((value) => ({ value, label: labelOf(value) }))
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .slice(0, reportLimits.rows);
}
