import type { Report } from "@deskhand/contract/reports/reports";
import { rangeWords } from "./report-words.ts";

/** Which days a report is of, by which clocks, and with which it is compared. */
export function RangeLine({ range, before, timeZone }: Pick<Report, "range" | "before" | "timeZone">) {
  return (
    <p className="text-soft text-sm">
      {rangeWords(range, timeZone)}
      {before !== null && `, compared with ${rangeWords(before, timeZone)}`}
      {` · ${timeZone}`}
    </p>
  );
}
