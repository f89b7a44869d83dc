import type pg from "pg";
import type { PortableTable } from "./portable-tables.ts";

const referencesSql = `select conrelid::regclass::text as table, confrelid::regclass::text as refers
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`;

/** Tables in an order in which each comes after those that its rows refer to. */
export async function inReferenceOrder(owner: pg.ClientBase, tables: PortableTable[]): Promise<PortableTable[]> {
  const { rows } = await owner.query<{ table: string; refers: string }>(referencesSql);
  const ordered: PortableTable[] = [];
  let left = tables;
  while (left.length > 0) {
    const waits = (name: string) =>
      rows.some(({ table, refers }) => table === name && left.some((one) => one.name === refers));
    const next = left.filter(({ name }) => !waits(name));
    if (next.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${left.map(({ name }) => name).join(", ")}`);
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}
