import { type FigureHours, writeFigureFilter } from "@deskhand/contract/reports/figure-filter";
import {
  type FigureDimension,
  type FigureName,
  readTrait,
  type Trait,
  traitOf,
} from "@deskhand/contract/reports/figures";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** Which tickets a value counts. */
export interface Counted {
  figure: FigureName;
  /** When: two instants, of which the second is no longer part of it. */
  span: { from: string; to: string };
  /** What the report is narrowed to. */
  where: readonly Trait[];
  took?: { from: number; to: number | null; hours: FigureHours };
}

/** The address of the list that shows exactly these tickets. */
export function listOf({ figure, span: { from, to }, where, took }: Counted) {
  const text = writeFigureFilter({ figure, from, to, traits: [...where], took: took ?? null });
  return { to: "/dashboard/tickets", search: { figure: text, everywhere: "true" } } as const;
}

/** What a row narrows the report to: its own value of its dimension, in place of those that the report names. */
export function whereOf(where: readonly Trait[], dimension: FigureDimension, value: string): Trait[] {
  return [...where.filter((trait) => readTrait(trait)?.dimension !== dimension), traitOf(dimension, value)];
}

/** A value that opens the tickets it counts. */
export function FigureLink({
  counted,
  className,
  children,
}: {
  counted: Counted;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link {...listOf(counted)} className={className ?? "inline-block rounded-tag hover:text-accent hover:underline"}>
      {children}
    </Link>
  );
}
