import { generatedFiles } from "../../house.ts";
import { isTest, type SourceTree } from "./source-tree.ts";

/** Whether the size budgets apply to a file. */
export function isMeasured(path: string): boolean {
  return !generatedFiles.includes(path);
}

/** Returns the number of lines of a text; the line break at its end does not start another. */
export function countLines(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") || text === "" ? 1 : 0);
}

/** Returns the median, 90th percentile and maximum number of lines of all code files except tests. */
export function measure(tree: SourceTree): { files: number; median: number; p90: number; max: number } {
  const lines = tree.code
    .filter(({ path }) => isMeasured(path) && !isTest(path))
    .map(({ text }) => countLines(text))
    .sort((a, b) => a - b);
  const at = (share: number) => lines[Math.ceil(lines.length * share) - 1] ?? 0;
  return { files: lines.length, median: at(0.5), p90: at(0.9), max: at(1) };
}
