import type * as z from "zod";
import { fail } from "../fail.ts";

/** Encodes the cursor after a row with these values in a list's order. */
export function writeCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

/** Decodes a cursor; null for none. A cursor we did not create fails as invalid input. */
export function readCursor<Cursor>(text: string | undefined, schema: z.ZodType<Cursor>): Cursor | null {
  if (!text) return null;
  try {
    return schema.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch {
    // Whatever is wrong, the caller can only restart at the first page.
    throw fail("input_invalid", { fields: { cursor: ["This is not a cursor of this list"] } });
  }
}
