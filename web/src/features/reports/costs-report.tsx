import type { Costs, CostsReport } from "@deskhand/contract/reports/reports";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { api } from "../../lib/api.ts";
import { formatMoney } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Chip } from "../../ui/form/chip.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { RangeLine } from "./range-line.tsx";
import { writeCount, writeDuration } from "./report-words.ts";

const divisions = [
  { by: "sku", label: "Product" },
  { by: "carrier", label: "Carrier" },
] as const;
type CostDimension = (typeof divisions)[number]["by"];

interface CostsReportProps {
  asked: { from: string; to: string; compare: "before" | "year" | "none" };
  by: CostDimension;
  onBy: (by: CostDimension) => void;
}

/** What orders cost: refunds of the store, and how long its parcels were on their way. */
export function CostsReportView({ asked, by, onBy }: CostsReportProps) {
  const { data, error, refetch, isFetching } = useQuery(
    api.reports.costs.queryOptions({ input: { ...asked, by }, placeholderData: keepPreviousData }),
  );
  return (
    <div className="flex flex-col gap-3">
      <FailureBanner error={error} title="The costs could not be loaded" isRetrying={isFetching} onRetry={refetch} />
      <fieldset className="flex flex-wrap gap-2 print:hidden">
        <legend className="sr-only">Divided by</legend>
        {divisions.map((one) => (
          <Chip key={one.by} pressed={one.by === by} onClick={() => onBy(one.by)}>
            {one.label}
          </Chip>
        ))}
      </fieldset>
      {data !== undefined && <RangeLine {...data} />}
      {data === undefined ? error === null && <TableSkeleton rows={6} /> : <CostsTable data={data} by={by} />}
    </div>
  );
}

function CostsTable({ data, by }: { data: CostsReport; by: CostDimension }) {
  if (data.rows.length === 0) {
    return (
      <EmptyState icon={<ChartColumn size={20} aria-hidden />} title="No refund and no parcel in this time">
        Choose a longer time.
      </EmptyState>
    );
  }
  const heading = divisions.find((one) => one.by === by)?.label ?? "";
  const rows = [{ value: "", label: "All orders", costs: data.whole, before: data.wholeBefore }, ...data.rows];
  const columns: Column<(typeof rows)[number] & { id: string }>[] = [
    { heading, cell: ({ label }) => <span className="font-medium break-anywhere">{label}</span>, onCard: "title" },
    {
      heading: "Orders refunded",
      cell: ({ costs, before }) => <Beside now={costs.refundedOrders} before={before?.refundedOrders} />,
    },
    { heading: "Refunded", cell: ({ costs }) => <span className="tabular">{moneyIn(costs)}</span> },
    {
      heading: "Parcels arrived",
      cell: ({ costs, before }) => <Beside now={costs.delivered} before={before?.delivered} />,
    },
    { heading: "Half within", cell: ({ costs }) => wayIn(costs.wayMedian) },
    { heading: "90% within", cell: ({ costs }) => wayIn(costs.wayNinetieth) },
  ];
  return (
    <>
      <Table
        label={`Costs by ${heading.toLowerCase()}`}
        columns={columns}
        rows={rows.map((row, at) => ({ ...row, id: String(at) }))}
        wide
      />
      <p className="text-soft text-sm">
        {data.left > 0 && `${writeCount(data.left)} more are not shown. `}
        {data.reason}.
      </p>
    </>
  );
}

/** A number, with that of the time it is compared with. */
function Beside({ now, before }: { now: number; before: number | undefined }) {
  return (
    <span className="tabular">
      {writeCount(now)}
      {before !== undefined && <span className="ml-2 text-soft text-xs">{`before ${writeCount(before)}`}</span>}
    </span>
  );
}

function moneyIn({ refunded }: Costs): string {
  return refunded.length === 0
    ? "–"
    : refunded.map(({ currency, amount }) => formatMoney(amount, currency)).join(" + ");
}

const wayIn = (hours: number | null) => (
  <span className="tabular">{hours === null ? "–" : writeDuration(hours * 3_600)}</span>
);
