import {
  type FigureDimension,
  type FigureName,
  figureDimensionNames,
  figureDimensions,
  readTrait,
  type Trait,
} from "@deskhand/contract/reports/figures";
import { type ReportInput, reportCsvUrl } from "@deskhand/contract/reports/reports";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { useId } from "react";
import { api } from "../../lib/api.ts";
import { counted } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Chip } from "../../ui/form/chip.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { CostsReportView } from "./costs-report.tsx";
import { FigureCards, FigureCardsSkeleton } from "./figure-cards.tsx";
import { whereOf } from "./figure-link.tsx";
import { PrintHeading } from "./print-heading.tsx";
import { RangeLine } from "./range-line.tsx";
import { ReportCharts } from "./report-charts.tsx";
import { ReportControls } from "./report-controls.tsx";
import { reportLabels, reportPages } from "./report-pages.ts";
import { ReportTableView } from "./report-table.tsx";
import { type ReportsSearch, reportRanges, reportTabs } from "./reports-search.ts";
import { figureOfWeek, WeekMap } from "./week-map.tsx";
import "./print.css";

const COUNTING_MS = 2_000;
const REFETCH_MS = 60_000;

interface ReportsScreenProps {
  search: ReportsSearch;
  onSearch: (change: ReportsSearch) => void;
}

/** Figures of the store's work, or of one's own (docs/product.md#reports). */
export function ReportsScreen({ search, onSearch }: ReportsScreenProps) {
  const group = useId();
  const { user, can } = useSession();
  const seesAll = can("reports:read");
  const tabs = reportTabs.filter((id) => seesAll || id !== "costs");
  const tab = tabs.find((id) => id === search.report) ?? "overview";
  const days = daysOf(search);
  const where = (search.where ?? []).filter((text): text is Trait => readTrait(text) !== undefined);
  const page = tab === "costs" ? null : reportPages[tab];
  const by = page && (page.by.find((name) => name === search.by) ?? page.by[0]);
  const input: ReportInput = {
    ...days,
    compare: search.compare ?? "before",
    figures: [...(page?.figures ?? [])],
    where,
    hours: search.hours ?? "clock",
    ...(by && { by }),
    ...(page?.by.length === 0 && { week: figureOfWeek }),
  };
  return (
    <div data-report className="flex flex-col gap-3 print:block print:space-y-3">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <div className="mr-auto min-w-0">
          <h1 className="font-semibold text-xl">Reports</h1>
          <p className="text-soft max-sm:text-sm print:hidden">
            {seesAll ? "What the team did, and what customers asked" : "What you did"}
          </p>
        </div>
        {seesAll && page !== null && (
          <a href={reportCsvUrl(input)} download className={cx(buttonClass("secondary", "md"), "print:hidden")}>
            <Download size={14} aria-hidden />
            Download CSV
          </a>
        )}
        <Button className="print:hidden" onClick={() => window.print()}>
          <Printer size={14} aria-hidden />
          Print
        </Button>
      </div>
      <Tabs
        group={group}
        label="Reports"
        tabs={tabs.map((id) => ({ id, label: reportLabels[id] }))}
        active={tab}
        onSelect={(id) => onSearch({ report: id === "overview" ? undefined : id, by: undefined })}
        className="sm:px-1! print:hidden"
      />
      <PrintHeading
        report={reportLabels[tab]}
        where={page === null ? [] : where}
        inWorkingHours={input.hours === "working"}
      />
      <ReportControls search={search} where={where} days={days} onSearch={onSearch} isOfTickets={page !== null} />
      <TabPanel group={group} id={tab}>
        {page === null ? (
          <CostsReportView
            asked={{ ...days, compare: search.compare ?? "before" }}
            by={search.by === "carrier" ? "carrier" : "sku"}
            onBy={(next) => onSearch({ by: next === "sku" ? undefined : next })}
          />
        ) : (
          <FiguresReport
            input={input}
            where={seesAll || user === null ? where : whereOf(where, "person", user.id)}
            shown={page.figures}
            dimensions={page.by}
            by={by ?? null}
            onBy={(next) => onSearch({ by: next === page.by[0] ? undefined : next })}
          />
        )}
      </TabPanel>
    </div>
  );
}

interface FiguresReportProps {
  input: ReportInput;
  /** What the figures are narrowed to: one's own person for who sees no others. */
  where: readonly Trait[];
  shown: readonly FigureName[];
  dimensions: readonly FigureDimension[];
  by: FigureDimension | null;
  onBy: (by: FigureDimension) => void;
}

/** A report's cards, and its table or pictures. */
function FiguresReport({ input, where, shown, dimensions, by, onBy }: FiguresReportProps) {
  const seesAll = useSession().can("reports:read");
  const read = seesAll ? api.reports.read : api.reports.own;
  const {
    data: report,
    error,
    refetch,
    isFetching,
  } = useQuery(
    read.queryOptions({
      input,
      placeholderData: keepPreviousData,
      // What waits is counted within moments, without an event.
      refetchInterval: ({ state: { data } }) => (data !== undefined && data.waiting > 0 ? COUNTING_MS : REFETCH_MS),
    }),
  );
  if (report === undefined || error !== null) {
    return (
      <>
        <FailureBanner error={error} title="The report could not be loaded" isRetrying={isFetching} onRetry={refetch} />
        {error === null && <FigureCardsSkeleton shown={shown} />}
      </>
    );
  }
  return (
    <div
      className={cx("flex flex-col gap-3 print:block print:space-y-3", isFetching && "opacity-80")}
      aria-busy={isFetching}
    >
      <RangeLine {...report} />
      {report.waiting > 0 && (
        <p role="status" className="text-amber text-sm">
          {counted(report.waiting, "ticket")} changed and {report.waiting === 1 ? "is" : "are"} being counted anew.
        </p>
      )}
      <FigureCards report={report} where={where} />
      {by === null ? (
        <>
          <ReportCharts report={report} where={where} hours={input.hours ?? "clock"} />
          <WeekMap report={report} where={where} />
        </>
      ) : (
        <>
          <fieldset className="flex flex-wrap gap-2 print:hidden">
            <legend className="sr-only">Divided by</legend>
            {figureDimensionNames
              .filter((name) => dimensions.includes(name))
              .map((name) => (
                <Chip key={name} pressed={name === by} onClick={() => onBy(name)}>
                  {figureDimensions[name].label}
                </Chip>
              ))}
          </fieldset>
          <ReportTableView report={report} where={where} />
        </>
      )}
    </div>
  );
}

const DAY_MS = 86_400_000;

/** The days that are shown: those that were chosen, or as many as the range has up to today, as the reader's clock has it. */
function daysOf({ range = "28d", from, to }: ReportsSearch): { from: string; to: string } {
  const now = new Date();
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: from ?? to ?? day(today - (reportRanges[range] - 1) * DAY_MS), to: to ?? day(today) };
}
