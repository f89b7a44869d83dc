import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { contract } from "@deskhand/contract";
import { endpointsOf } from "@deskhand/contract/endpoint";
import { apiKeyScopes } from "@deskhand/contract/programs/api-key-scopes";
import { programErrors } from "@deskhand/contract/programs/program-errors";
import { findBreaks } from "./api/find-breaks.ts";
import { type Field, type Fields, readV1, type V1, v1Schema } from "./api/read-v1.ts";

/** What is promised to programs, as it is committed, and the page for people. */
export const targets = {
  promised: new URL("../contract/v1.json", import.meta.url),
  page: new URL("../docs/api-reference.md", import.meta.url),
};

/** What the contract says of `/api/v1` now. */
export function v1Now(): V1 {
  return readV1(endpointsOf(contract).filter(({ about }) => about.v1));
}

/** What was promised; nothing before the first time. */
export function v1Promised(): V1 {
  return existsSync(targets.promised) ? v1Schema.parse(JSON.parse(readFileSync(targets.promised, "utf8"))) : {};
}

const intro = `# Endpoints of the API

Every endpoint below \`/api/v1\`, written by \`node scripts/generate-api.ts\` from the contract. How to call them is in
[the API for programs](api.md), with examples. A field with "?" may be absent. Paths in fields: \`items[].id\` is the id of each item. Each write takes the header
\`Idempotency-Key\`.

Besides its own errors, each endpoint may return ${Object.keys(programErrors)
  .map((code) => `\`${code}\``)
  .join(", ")}. What they mean is in [errors](errors.md).
`;

/** The reference as a page of documentation. */
export function referencePage(v1: V1): string {
  const scopes = Object.entries(apiKeyScopes).map(([scope, words]) => `- \`${scope}\`: ${words}`);
  const parts = Object.entries(v1).map(([name, { request, scope, errors, input, output }]) =>
    [
      `## \`${request.replace(" ", " /api/v1")}\``,
      "",
      `\`${name}\`, scope \`${scope}\`. Errors: ${errors.map((code) => `\`${code}\``).join(", ")}.`,
      "",
      ...listOf("Input", input),
      ...listOf("Output", output),
    ].join("\n"),
  );
  return [intro, "The scopes:", "", ...scopes, "", ...parts].join("\n");
}

function listOf(title: string, fields: Fields): string[] {
  const rows = Object.entries(fields).map(
    ([path, field]) => `- \`${path || "all of it"}${field.isRequired ? "" : "?"}\`: ${wordsOf(field)}`,
  );
  return rows.length === 0 ? [] : [`${title}:`, "", ...rows, ""];
}

function wordsOf({ types, values, most }: Field): string {
  const kind = values
    ? values.map((value) => `\`${value}\``).join(", ")
    : types.filter((type) => type !== "null").join(" or ");
  const orNull = types.includes("null") ? " or null" : "";
  return `${kind || "null"}${kind ? orNull : ""}${most === undefined ? "" : `, at most ${most.toLocaleString("en-US")}`}`;
}

/** Writes a field a line, so that a change is read at a glance. */
export function textOf(v1: V1): string {
  const fieldsText = (fields: Fields) =>
    Object.entries(fields)
      .map(([path, field]) => `\n      ${JSON.stringify(path)}: ${JSON.stringify(field)}`)
      .join(",");
  const endpoints = Object.entries(v1).map(([name, { input, output, ...about }]) => {
    const lines = Object.entries(about).map(
      ([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`,
    );
    const sides = `    "input": {${fieldsText(input)}},\n    "output": {${fieldsText(output)}}`;
    return `  ${JSON.stringify(name)}: {\n${lines.join("")}${sides}\n  }`;
  });
  return `{\n${endpoints.join(",\n")}\n}\n`;
}

// Usage: node scripts/generate-api.ts. Writes contract/v1.json and docs/api-reference.md; refuses what would break programs.
if (process.argv[1]?.endsWith("generate-api.ts")) {
  const now = v1Now();
  const breaks = findBreaks(v1Promised(), now);
  if (breaks.length > 0) {
    process.stderr.write(
      `This would break programs, so nothing was written:\n${breaks.join("\n")}\nKeep what was promised beside what is new (docs/api.md, What stays).\n`,
    );
    process.exitCode = 1;
  } else {
    writeFileSync(targets.promised, textOf(now));
    writeFileSync(targets.page, referencePage(now));
  }
}
