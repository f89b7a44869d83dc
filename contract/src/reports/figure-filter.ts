import { type FigureName, figureNames, readTrait, reportLimits, type Trait } from "./figures.ts";

/** Which tickets a figure counted: its tickets between two instants, narrowed as the report was. */
export type FigureFilter = {
  figure: FigureName;
  from: string;
  to: string;
  /** Any of those of one dimension, and one of each dimension. */
  traits: Trait[];
  /** Only what took from so many seconds to fewer than so many; null for no end. */
  took: { from: number; to: number | null; hours: FigureHours } | null;
};

/** Whether a time is what passed on the clock, or in working hours alone. */
export const figureHours = ["clock", "working"] as const;
export type FigureHours = (typeof figureHours)[number];

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;
const isInstant = (text: string | undefined): text is string =>
  text !== undefined && instant.test(text) && !Number.isNaN(Date.parse(text));
const tookPart = /^took=(\d{1,9})-(\d{1,9})?(w?)$/;

/** Writes it as one text, as the address of a list has it. */
export function writeFigureFilter({ figure, from, to, traits, took }: FigureFilter): string {
  const end = took?.to ?? "";
  const narrowed = took ? [`took=${took.from}-${end}${took.hours === "working" ? "w" : ""}`] : [];
  return [figure, from, to, ...narrowed, ...traits.map(encode)].join("~");
}

const encode = (text: string) => encodeURIComponent(text).replaceAll("~", "%7E");

/** Reads it; undefined where it says nothing that is known. */
export function readFigureFilter(text: string): FigureFilter | undefined {
  const [name, from, to, ...parts] = text.split("~");
  const figure = figureNames.find((known) => known === name);
  if (!figure || !isInstant(from) || !isInstant(to) || parts.length > reportLimits.traits + 1) return undefined;
  const [first = "", ...others] = parts;
  const [, since, until, working] = tookPart.exec(first) ?? [];
  const took =
    since === undefined
      ? null
      : {
          from: Number(since),
          to: until === undefined ? null : Number(until),
          hours: working ? ("working" as const) : ("clock" as const),
        };
  const traits = (took ? others : parts).map(decode);
  return traits.every(isTrait) ? { figure, from, to, traits, took } : undefined;
}

const isTrait = (text: string | undefined): text is Trait =>
  text !== undefined && text.length <= reportLimits.traitLength && readTrait(text) !== undefined;

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign with no digits behind it is nothing that `writeFigureFilter` wrote.
    return undefined;
  }
}
