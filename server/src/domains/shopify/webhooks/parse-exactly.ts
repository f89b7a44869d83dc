import { fail } from "../../../platform/fail.ts";

/** A number as it is written: the platform's ids are longer than a double is exact. */
type Context = { source?: string };

/** Reads JSON with every number as the text that stands there; fails for what is no JSON, or is nested beyond reason. */
export function parseExactly(body: Buffer): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return JSON.parse(text, (_key, value: unknown, context?: Context) =>
      typeof value === "number" ? (context?.source ?? String(value)) : value,
    );
  } catch {
    // Not UTF-8, no JSON, or nested so deep that nobody can walk through it: the platform sends none of these.
    throw fail("webhook_form_invalid");
  }
}
