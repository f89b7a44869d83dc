import { type FigureName, figureDimensions, figures, readTrait } from "@deskhand/contract/reports/figures";
import { reportLimits } from "@deskhand/contract/reports/report-limits";
import {
  type FigureValue,
  type Report,
  type ReportAsked,
  type ReportTable,
  reportCsvPath,
  reportInput,
} from "@deskhand/contract/reports/reports";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import type { Read } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { requireAccess } from "../../platform/http/api.ts";
import { byteOrderMark, csvLine } from "../../platform/http/csv.ts";
import { asDownload } from "../../platform/http/downloads.ts";
import type { Services } from "../../platform/services.ts";
import { ownOnly } from "./own-only.ts";
import { readReport } from "./read/read-report.ts";

/** `GET /api/reports/table.csv`: the table of a report as CSV; without a dimension, a line for each step. Of who may see no reports, their own. */
export function reportTableRoutes(http: FastifyInstance, { db }: Services): void {
  http.get(reportCsvPath, { config: { work: "heavy" } }, async (request, reply) => {
    const actor = requireAccess(request.actor, "dashboard:read");
    const given = readQuery(request.query);
    const asked = actor.can.includes("reports:read") ? given : ownOnly(given, actor.userId);
    const read: Read = (query) => db.read(actor.tenantId, query);
    const report = await readReport(read, asked, reportLimits.reportCsvRows);
    return reply
      .header("content-type", "text/csv; charset=utf-8")
      .header("content-disposition", asDownload(`report-${asked.from}-${asked.to}.csv`))
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff")
      .send(`${byteOrderMark}${linesOf(report, asked).map(csvLine).join("")}`);
  });
}

/** Lists come as one parameter, with commas between: figures and traits have none, or are percent-encoded once more. */
function readQuery(query: unknown): ReportAsked {
  const texts = z.record(z.string(), z.string()).safeParse(query);
  const { figures: names = "", where = "", ...others } = texts.success ? texts.data : {};
  const listIn = (text: string) => text.split(",").filter((part) => part !== "");
  const read = reportInput.safeParse({ ...others, figures: listIn(names), where: listIn(where).map(decodePart) });
  if (read.success) return read.data;
  // An id that nobody can have names nobody.
  if (listIn(where).some((part) => decodePart(part).startsWith("person:") && readTrait(decodePart(part)) === undefined))
    throw fail("user_not_found");
  throw fail("input_invalid", { fields: { ...z.flattenError(read.error).fieldErrors } });
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not written by us: the schema says that it is unknown.
    return "";
  }
}

function linesOf(report: Report, { figures: names, by }: ReportAsked): string[][] {
  const head = names.flatMap((name) => columnsOf(name).map(({ label }) => label));
  if (report.table && by) {
    const { rows, others, left, differences } = report.table;
    const whole = report.figures.flatMap(({ figure, whole }) => cellsOf(figure, whole));
    return [
      [figureDimensions[by].label, ...head],
      ...rows.map(({ label, values }) => [label, ...valuesOf(names, values)]),
      ...(others ? [[`${left} others`, ...valuesOf(names, others)]] : []),
      ["All", ...whole],
      ...differenceLines(differences),
    ];
  }
  return [
    ["From (UTC)", "To (UTC)", ...head],
    ...report.steps.map(({ from, to }, index) => [
      from,
      to,
      ...report.figures.flatMap(({ figure, series }) => cellsOf(figure, series[index])),
    ]),
  ];
}

function differenceLines(differences: ReportTable["differences"]): string[][] {
  return differences.map(({ figure, count, reason }) => [
    `${figures[figure].label}: ${count} more in the lines than in all. ${reason}.`,
  ]);
}

const valuesOf = (names: readonly FigureName[], values: readonly FigureValue[]) =>
  names.flatMap((name, index) => cellsOf(name, values[index]));

const cellsOf = (name: FigureName, value: FigureValue | undefined) =>
  columnsOf(name).map(({ of }) => String((value && of(value)) ?? ""));

/** The columns of a figure: its count, and its times in seconds. */
function columnsOf(name: FigureName): { label: string; of: (value: FigureValue) => number | null }[] {
  const { label, takes } = figures[name];
  const count = { label, of: (value: FigureValue) => value.count };
  if (takes === undefined) return [count];
  return [
    count,
    { label: `${label}: median (s)`, of: (value) => value.median },
    { label: `${label}: nine of ten within (s)`, of: (value) => value.ninetieth },
    { label: `${label}: average (s)`, of: (value) => value.average },
  ];
}
