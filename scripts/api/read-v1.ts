import type { Endpoint } from "@deskhand/contract/endpoint";
import { errors } from "@deskhand/contract/errors";
import * as z from "zod";

/** What is promised of a field: its types, its values where they are listed, and whether it is always there. */
const fieldSchema = z.object({
  types: z.array(z.string()),
  values: z.array(z.string()).optional(),
  isRequired: z.boolean().default(false),
  /** How long, large or many it may be. */
  most: z.number().optional(),
});
export type Field = z.infer<typeof fieldSchema>;

/** Fields by their path, such as `items[].id`. */
const fieldsSchema = z.record(z.string(), fieldSchema);
export type Fields = z.infer<typeof fieldsSchema>;

const promiseSchema = z.object({
  request: z.string(),
  scope: z.string(),
  errors: z.array(z.string()),
  input: fieldsSchema,
  output: fieldsSchema,
});
/** What is promised of an endpoint of `/api/v1`. */
export type EndpointPromise = z.infer<typeof promiseSchema>;

/** What `contract/v1.json` says, by the endpoints' names. */
export const v1Schema = z.record(z.string(), promiseSchema);
export type V1 = z.infer<typeof v1Schema>;

/** Reads what the contract says of these endpoints. */
export function readV1(endpoints: readonly Endpoint[]): V1 {
  return Object.fromEntries(endpoints.map((endpoint) => [endpoint.name, promiseOf(endpoint)]));
}

function promiseOf({ method, path, access, procedure }: Endpoint): EndpointPromise {
  const { inputSchema, outputSchema, errorMap } = procedure["~orpc"];
  const { idempotencyKey: _, ...input } = fieldsOf(inputSchema, "input");
  return {
    request: `${method} ${path}`,
    scope: access,
    // People only.
    errors: Object.keys(errorMap).filter((code) => code in errors && !forPeople.includes(code)),
    input,
    output: fieldsOf(outputSchema, "output"),
  };
}

const forPeople = ["not_signed_in", "two_factor_required", "not_allowed"];

function fieldsOf(schema: unknown, io: "input" | "output"): Fields {
  const fields: Fields = {};
  if (schema instanceof z.ZodType) collect(fields, "", z.toJSONSchema(schema, { io, unrepresentable: "any" }), true);
  return fields;
}

type Schema = z.core.JSONSchema._JSONSchema;

/** Adds what a schema says of a path; of alternatives, what either says. */
function collect(fields: Fields, path: string, schema: Schema, isRequired: boolean): void {
  if (typeof schema === "boolean") {
    note(fields, path, { types: ["any"], isRequired });
    return;
  }
  const either = schema.anyOf ?? schema.oneOf;
  if (either) {
    for (const each of either) collect(fields, path, each, isRequired);
    return;
  }
  for (const each of schema.allOf ?? []) collect(fields, path, each, isRequired);
  if (path !== "" || schema.type !== "object") note(fields, path, ownField(schema, isRequired));
  const { properties = {}, required = [], additionalProperties, items } = schema;
  for (const [name, inner] of Object.entries(properties)) {
    collect(fields, path === "" ? name : `${path}.${name}`, inner, required.includes(name));
  }
  if (additionalProperties) collect(fields, `${path}.*`, additionalProperties, false);
  if (items && !Array.isArray(items)) collect(fields, `${path}[]`, items, true);
}

function ownField(schema: Exclude<Schema, boolean>, isRequired: boolean): Field {
  const listed = schema.const === undefined ? schema.enum : [schema.const];
  const types = [schema.type ?? (listed ? typeof listed[0] : "any")].flat().sort();
  const most = schema.maxLength ?? schema.maximum ?? schema.maxItems;
  const field: Field = { types, isRequired };
  if (listed) field.values = listed.map(String);
  // The largest whole number is no limit that somebody set.
  if (most !== undefined && most < Number.MAX_SAFE_INTEGER) field.most = most;
  return field;
}

function note(fields: Fields, path: string, field: Field): void {
  const known = fields[path];
  if (!known) {
    fields[path] = field;
    return;
  }
  const isOpen = [known, field].some(({ types, values }) => !values && !(types.length === 1 && types[0] === "null"));
  const values = [...new Set([...(known.values ?? []), ...(field.values ?? [])])];
  const merged: Field = {
    types: [...new Set([...known.types, ...field.types])].sort(),
    isRequired: known.isRequired && field.isRequired,
  };
  if (!isOpen) merged.values = values;
  const most = [known.most, field.most].filter((limit) => limit !== undefined);
  if (most.length > 0) merged.most = Math.max(...most);
  fields[path] = merged;
}
