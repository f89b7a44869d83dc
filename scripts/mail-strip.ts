// Usage: npm run mail:strip -- FILE.jsonl [--json]. Measures how well production's function separates new text from quoted
// history, on a file of cases.
import { readFileSync } from "node:fs";
import { stripQuotedHistory } from "../server/src/domains/intake/index.ts";

type Case = { id: string; kind: "text" | "html"; input: string; expected: string };

function readCase(line: string, number: number): Case {
  const value: unknown = JSON.parse(line);
  if (typeof value !== "object" || value === null) throw new Error(`Line ${number}: not an object.`);
  const { id, kind, input, expected } = value as Record<string, unknown>;
  if ((kind !== "text" && kind !== "html") || typeof input !== "string" || typeof expected !== "string") {
    throw new Error(`Line ${number}: "kind" must be text or html, "input" and "expected" must be strings.`);
  }
  return { id: String(id ?? number), kind, input, expected };
}

function fold(text: string): string {
  return text.replace(/\s+/g, "");
}

/** Ignores white space, and the tags of an expectation in HTML, of which only the words count. */
function judge({ id, kind, input, expected }: Case) {
  const got = stripQuotedHistory({ kind, input }).text;
  const wanted = kind === "html" ? stripQuotedHistory({ kind, input: expected, isForward: true }).text : expected;
  const folded = fold(got);
  const missing = wanted.split(/\s+/).filter((word) => word !== "" && !folded.includes(word));
  return { id, got, exact: folded === fold(wanted), lost: missing };
}

const files = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const asJson = process.argv.includes("--json");
if (files.length === 0) {
  console.error("Usage: npm run mail:strip -- FILE.jsonl [--json]");
  process.exit(1);
}
try {
  const cases = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) => (line.trim() === "" ? [] : [readCase(line, index + 1)])),
  );
  const results = cases.map(judge);
  for (const result of results) {
    if (asJson) console.log(JSON.stringify(result));
    else if (!result.exact)
      console.log(`${result.id}: ${result.lost.length ? `lost ${result.lost.join(" ")}` : "kept more than expected"}`);
  }
  const exact = results.filter((result) => result.exact).length;
  const losing = results.filter((result) => result.lost.length > 0).length;
  if (!asJson) console.log(`${exact} of ${results.length} exact, words lost in ${losing}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
