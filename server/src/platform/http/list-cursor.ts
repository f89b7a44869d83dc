import type * as z from "zod";
import { fail } from "../fail.ts";

/** The cursor for what comes after the row with these values, in a list's order. */
export function writeCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

/** What a cursor holds; null for none. A cursor that we did not make fails as invalid input. */
export function readCursor<Cursor>(text: string | undefined, schema: z.ZodType<Cursor>): Cursor | null {
  if (!text) return null;
  try {
    return schema.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch {
    // Whatever is wrong with it, the caller can only ask for the first page.
    throw fail("input_invalid", { fields: { cursor: ["This is not a cursor of this list"] } });
  }
}
