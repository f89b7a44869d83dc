import { createHash } from "node:crypto";
import type { Content } from "./backup-format.ts";

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const lineEnd = 0x0a;

/** Measures what passes through: `whole` is what it was, once all of it has passed. */
export function measuring(): { through(source: Pieces): AsyncGenerator<Uint8Array>; whole(): Content } {
  const hash = createHash("sha256");
  let bytes = 0;
  let rows = 0;
  return {
    async *through(source) {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        // Within a value a line's end is escaped: each one ends a row.
        for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, at + 1)) rows += 1;
        yield chunk;
      }
    },
    whole: () => ({ bytes, rows, sha256: hash.digest("hex") }),
  };
}

/** What all of a source is. */
export async function measure(source: Pieces): Promise<Content> {
  const { through, whole } = measuring();
  for await (const _ of through(source));
  return whole();
}
