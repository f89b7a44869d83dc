import { figureDimensionNames, figureNames, figures } from "@deskhand/contract/reports/figures";
import { reportInput } from "@deskhand/contract/reports/reports";
import type { Read } from "../../../platform/db/tenant.ts";
import { readReport } from "../read/read-report.ts";
import { addDays } from "../read/read-steps.ts";
import { countedQuery } from "../read/report.queries.ts";
import {
  type Occurrence,
  occurrencesQuery,
  rawTraitsQuery,
  type StoredFact,
  storedFactsQuery,
} from "./occurrences.queries.ts";
import { compareReport, type Raw, secondsBetween } from "./reference-report.ts";

/** Figures that are not read from raw rows once more: what held of targets has its own test. */
const unchecked = new Set(figureNames.filter((name) => /(?:Met|Missed|Unanswered)$/.test(name)));
const checked = figureNames.filter((name) => !unchecked.has(name));

/** Reads everything that a store's figures count from its raw rows. */
export async function readRaw(read: Read): Promise<Raw> {
  const [counted] = await read(countedQuery());
  const traits = await read(rawTraitsQuery());
  return {
    occurrences: await read(occurrencesQuery()),
    traits: new Map(traits.map(({ ticketId, traits: of }) => [ticketId, of])),
    timeZone: counted?.timeZone ?? "UTC",
  };
}

export type FigureCheck = { tickets: number; occurrences: number; waiting: number; faults: string[] };

/**
 * Computes a store's figures from raw rows, by code of its own, and says what differs: facts that are stored, and reports over all of its
 * time by each dimension.
 */
export async function checkFigures(read: Read): Promise<FigureCheck> {
  const raw = await readRaw(read);
  const [counted] = await read(countedQuery());
  const days = raw.occurrences.map(({ at }) => at.slice(0, 10)).sort();
  const faults = compareFacts(raw.occurrences, await read(storedFactsQuery()));
  const [first, last] = [days[0], days.at(-1)];
  for (const by of first === undefined || last === undefined ? [] : figureDimensionNames) {
    const names = by === "hour" ? checked.filter((name) => !figures[name].isLevel) : checked;
    const asked = reportInput.parse({
      from: addDays(first ?? "", -1),
      to: addDays(last ?? "", 1),
      figures: names,
      by,
      compare: "none",
    });
    faults.push(...compareReport(raw, await readReport(read, asked, Number.POSITIVE_INFINITY), []));
  }
  return { tickets: raw.traits.size, occurrences: raw.occurrences.length, waiting: counted?.waiting ?? 0, faults };
}

function compareFacts(occurrences: readonly Occurrence[], facts: readonly StoredFact[]): string[] {
  const expected = occurrences.map(({ figure, ticketId, at, until, person, since }) =>
    [figure, ticketId, at, until, person, since === null ? null : secondsBetween(since, at)].join(" "),
  );
  const stored = facts
    .filter(({ figure }) => checked.some((name) => name === figure))
    .map(({ figure, ticketId, at, until, person, seconds }) =>
      [figure, ticketId, at, until, person, seconds].join(" "),
    );
  const left = countEach(expected);
  for (const fact of stored) left.set(fact, (left.get(fact) ?? 0) - 1);
  return [...left]
    .filter(([, count]) => count !== 0)
    .map(([fact, count]) => `${count > 0 ? "not counted" : "counted too often"}: ${fact}`);
}

function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
