import type { SourceFile } from "./source-tree.ts";

const cache = new WeakMap<SourceFile, string>();

/** Returns a file's text with comments blanked out, at the same offsets, so that rules ignore what comments mention. */
export function readCode(file: SourceFile): string {
  const cached = cache.get(file);
  if (cached !== undefined) return cached;
  let code = file.text;
  for (const { start, end } of file.parsed.comments) {
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, " ") + code.slice(end);
  }
  cache.set(file, code);
  return code;
}
