import type * as z from "zod";
import { fail } from "./fail.ts";

/** The cursor for what comes after a place in a list's order. */
export function writeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** The place a cursor stands for; null for none. A cursor that we did not make fails as invalid input. */
export function readCursor<Place>(cursor: string | undefined, place: z.ZodType<Place>): Place | null {
  if (!cursor) return null;
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    // Whatever is wrong with it, the caller can only ask for the first page.
    throw fail("input_invalid", { fields: { cursor: ["This is not a cursor of this list"] } });
  }
}
