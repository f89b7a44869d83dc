import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ParseResult, parseSync } from "oxc-parser";
import { ignoredFolders } from "../../house.ts";
import { type Import, readImports } from "./read-imports.ts";

/** A file of the tree, read and parsed on first use. */
export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly parsed: ParseResult;
  readonly imports: readonly Import[];
  /** Returns the line, from 1, of an offset into the text. */
  readonly lineAt: (offset: number) => number;
}

export interface SourceTree {
  readonly files: readonly SourceFile[];
  /** The files that a program can import: TypeScript and JavaScript. */
  readonly code: readonly SourceFile[];
}

/** Lists every file under a root, without the folders that house.ts excludes from the sources. */
export function readTree(root: string): SourceTree {
  const files = listFiles(root, "")
    .sort()
    .map((path) => sourceFile(root, path));
  return { files, code: files.filter((file) => /\.(ts|tsx|mts|mjs|js)$/.test(file.path)) };
}

/** Whether a file is a test, or what a domain brings to the tests of isolation: it may use test tools, and import more than the code it tests. */
export function isTest(path: string): boolean {
  return /\.(test|spec|isolation)\.tsx?$/.test(path);
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (isIgnored(path, entry.name)) return [];
    return entry.isDirectory() ? listFiles(root, path) : [path];
  });
}

function isIgnored(path: string, name: string): boolean {
  // At the root "data" is the running product's folder; node_modules may be anywhere.
  return name === "node_modules" || name === "dist" || name.endsWith(".tsbuildinfo") || ignoredFolders.includes(path);
}

function sourceFile(root: string, path: string): SourceFile {
  let text: string | undefined;
  let parsed: ParseResult | undefined;
  let imports: readonly Import[] | undefined;
  return {
    path,
    get text() {
      text ??= readFileSync(join(root, path), "utf8");
      return text;
    },
    get parsed() {
      parsed ??= parseSync(path, this.text);
      return parsed;
    },
    get imports() {
      imports ??= readImports(path, this.text, this.parsed);
      return imports;
    },
    lineAt(offset) {
      return this.text.slice(0, offset).split("\n").length;
    },
  };
}
