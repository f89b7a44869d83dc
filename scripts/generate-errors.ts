import { writeFileSync } from "node:fs";
import { contract } from "@deskhand/contract";
import { endpointsOf } from "@deskhand/contract/endpoint";
import { errors } from "@deskhand/contract/errors";
import * as z from "zod";

const intro = `# Errors

Every error the server returns, written by \`node scripts/generate-errors.ts\` from \`contract/src/errors.ts\`. A response has
the status below and the JSON \`{ "code", "status", "message", "data" }\`; \`message\` is the sentence, and \`data\` is there where
it is named. What no endpoint returns comes from other routes: files, webhooks, unknown addresses.
`;

type CatalogueEntry = { status: number; message: string; data?: z.ZodType };

/** The catalogue of errors as a page of documentation. */
export function errorsPage(): string {
  const endpoints = endpointsOf(contract).map(({ name, procedure }) => ({
    name,
    codes: Object.keys(procedure["~orpc"].errorMap),
  }));
  const parts = Object.entries<CatalogueEntry>(errors).map(([code, { status, message, data }]) => {
    const names = endpoints.filter(({ codes }) => codes.includes(code)).map(({ name }) => `\`${name}\``);
    const all = names.length === endpoints.length ? "every endpoint" : names.join(", ");
    const lines = [`- Status: ${status}`, `- Sentence: ${message}`];
    if (all) lines.push(`- Returned by: ${all}`);
    if (data) lines.push(`- Data: \`${fieldsOf(data)}\``);
    return [`## \`${code}\``, "", ...lines, ""].join("\n");
  });
  return [intro, ...parts].join("\n");
}

/** What the data holds, as TypeScript would write it. */
function fieldsOf(schema: z.ZodType): string {
  return written(z.toJSONSchema(schema));
}

function written(schema: z.core.JSONSchema._JSONSchema): string {
  if (typeof schema === "boolean") return "unknown";
  if (schema.type === "array" && schema.items && !Array.isArray(schema.items)) return `${written(schema.items)}[]`;
  if (schema.type !== "object") return String(schema.type);
  if (schema.additionalProperties && !schema.properties) return `{ [name]: ${written(schema.additionalProperties)} }`;
  const fields = Object.entries(schema.properties ?? {}).map(([name, inner]) => `${name}: ${written(inner)}`);
  return `{ ${fields.join("; ")} }`;
}

// Usage: node scripts/generate-errors.ts. Writes docs/errors.md from the catalogue; a test compares the two.
writeFileSync(new URL("../docs/errors.md", import.meta.url), errorsPage());
