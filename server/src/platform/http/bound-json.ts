import type { FastifyInstance } from "fastify";
import { fail } from "../fail.ts";
import { bodyLimits } from "./body-limits.ts";

type Bounds = { depth: number; values: number };

/**
 * Refuses a JSON body that is deeper, or holds more, than any form of ours before it is parsed: what reads it afterwards, the
 * validator above all, takes time and stack by its depth and its values, which are few bytes each.
 */
export function boundJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser("error", "error");
  http.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (isWithin(body, bodyLimits)) parse(request, body, done);
    else done(fail("input_invalid", { fields: { "": ["The request holds more than can be read"] } }));
  });
}

const signs = {
  quote: 0x22,
  comma: 0x2c,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
};

/** Whether a JSON text keeps within so many levels and values; of what is no JSON it says either. */
export function isWithin(text: string, { depth, values }: Bounds): boolean {
  let level = 0;
  let begun = 1;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case signs.quote:
        at = endOfString(text, at);
        break;
      case signs.openList:
      case signs.openObject:
        level += 1;
        begun += 1;
        break;
      case signs.closeList:
      case signs.closeObject:
        level -= 1;
        break;
      case signs.comma:
        begun += 1;
        break;
    }
    if (level > depth || begun > values) return false;
  }
  return true;
}

/** Where the string ends that begins here; the text's end where it does not. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === signs.backslash) at += 1;
    else if (sign === signs.quote) return at;
  }
  return text.length;
}
