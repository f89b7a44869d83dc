import { posix } from "node:path";
import type { ParseResult } from "oxc-parser";

export interface Import {
  /** The specifier as written. */
  readonly specifier: string;
  /** The file in the repository that it leads to; undefined for a package. */
  readonly target: string | undefined;
  readonly offset: number;
}

/**
 * Reads all imports of a file: import and export … from, import(), import types and new URL(…, import.meta.url). Types count too:
 * a type from a forbidden room is still knowledge of that room.
 */
export function readImports(path: string, text: string, { module }: ParseResult): Import[] {
  const found = new Map<number, string>();
  for (const { moduleRequest } of module.staticImports) found.set(moduleRequest.start, moduleRequest.value);
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest } of entries) {
      if (moduleRequest) found.set(moduleRequest.start, moduleRequest.value);
    }
  }
  // The parser reports import() only as an expression, and misses import("x").Type and addresses of workers.
  for (const match of text.matchAll(/\b(?:import\s*\(|new URL\()\s*["']([^"'\n]+)["']/g)) {
    const specifier = match[1] ?? "";
    // Other addresses are for folders, files to read, or the web.
    const isAddress = match[0].startsWith("new") && !/^\..*\.[mc]?[jt]sx?$/.test(specifier);
    if (!isAddress) found.set(match.index, specifier);
  }
  return [...found].map(([offset, specifier]) => ({ specifier, offset, target: resolve(path, specifier) }));
}

/** Returns the package of a specifier: `zod` for `zod/v4`, `@orpc/server` for `@orpc/server/fastify`. */
export function packageOf(specifier: string): string {
  const parts = specifier.split("/");
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}

function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(from), specifier.replace(/[?#].*$/, ""));
  const workspace = /^@deskhand\/(contract|email|server|web)(?:\/(.+))?$/.exec(specifier);
  if (!workspace) return undefined;
  const file = (workspace[2] ?? "index").replace(/\.ts$/, "");
  return `${workspace[1]}/src/${file}.ts`;
}
