import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from "graphql";

// Shopify publishes its schemas in a tool for assistants, of which only these files are used.
const data = join(import.meta.dirname, "../../../node_modules/@shopify/dev-mcp/dist/data");
const schemas = new Map<string, GraphQLSchema>();

/** The versions of the Admin API with a schema, oldest first, `unstable` last: the one before it is the latest. */
export const versions: readonly string[] = readdirSync(data)
  .flatMap((name) => /^admin_([\w-]{1,20})\.json\.gz$/.exec(name)?.[1] ?? [])
  .sort();

/** Loads Shopify's own schema of a version, which takes a quarter of a second the first time. */
export function loadSchema(version: string): GraphQLSchema {
  const cached = schemas.get(version);
  if (cached) return cached;
  const file = join(data, `admin_${version}.json.gz`);
  if (!existsSync(file)) throw new Error(`There is no schema of ${version}; there is ${versions.join(", ")}`);
  const { data: introspection }: { data: IntrospectionQuery } = JSON.parse(gunzipSync(readFileSync(file)).toString());
  const schema = buildClientSchema(introspection, { assumeValid: true });
  schemas.set(version, schema);
  return schema;
}
