import pg from "pg";
import { reasonOf } from "../error-code.ts";

/** Why the database did not do something, in one line, with what it says of the very row or table. */
export function describeFault(error: unknown): string {
  const { detail, where } = error instanceof pg.DatabaseError ? error : {};
  const further = detail ?? where;
  return [reasonOf(error), ...(further ? [`(${further})`] : [])].join(" ").replace(/\s+/g, " ");
}
