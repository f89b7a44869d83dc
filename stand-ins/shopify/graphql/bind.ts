import {
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getDirectiveValues,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { Shopkeeper } from "../state/shopkeeper.ts";
import type { Store } from "../state/store.ts";
import type { StandInApp, StoreToken } from "../state/store-state.ts";

/** What each resolver may use: the requested store, and the token's rights. */
export type Context = {
  store: Store;
  keeper: Shopkeeper;
  app: StandInApp;
  token: StoreToken;
  /** The address of images. */
  url: string;
  apiVersion: string;
  /** Whether it answers null wherever the schema allows it. */
  givesNulls: boolean;
  /** Called when an app removes itself. */
  uninstall(): void;
};
export type Args = Record<string, unknown>;
/** `key` is the idempotency key that the field was asked with; null without one. */
export type Fields<Source> = Record<
  string,
  (source: Source, args: Args, context: Context, key: string | null) => unknown
>;

/** Gives a type of the schema its resolvers. Skips fields that this version lacks. */
export function bind<Source>(schema: GraphQLSchema, typeName: string, fields: Fields<Source>): void {
  const existing = objectType(schema, typeName)?.getFields() ?? {};
  for (const [name, resolve] of Object.entries(fields)) {
    const field = existing[name];
    if (!field) continue;
    const isNullable = !isNonNullType(field.type);
    field.resolve = (source: Source, args: Args, context: Context, info) =>
      context.givesNulls && isNullable && info.path.prev ? null : resolve(source, args, context, keyOf(info));
  }
}

function keyOf({ schema, fieldNodes, variableValues }: GraphQLResolveInfo): string | null {
  const directive = schema.getDirective("idempotent");
  const [node] = fieldNodes;
  const values = directive && node ? getDirectiveValues(directive, node, variableValues) : undefined;
  return typeof values?.key === "string" ? values.key : null;
}

/** Binds types whose values already have the schema's form. */
export function bindAsIs(schema: GraphQLSchema, typeNames: readonly string[], names: readonly string[]): void {
  const fields: Fields<Record<string, unknown>> = Object.fromEntries(
    names.map((name) => [name, (source: Record<string, unknown>) => source[name]]),
  );
  for (const typeName of typeNames) bind(schema, typeName, fields);
}

/** Refuses as Shopify does if the token lacks a scope. */
export function needScope({ token }: Context, scope: string, field: string): void {
  if (token.scopes.includes(scope) || token.scopes.includes(scope.replace("read_", "write_"))) return;
  const requiredAccess = `\`${scope}\` access scope.`;
  throw new GraphQLError(`Access denied for ${field} field. Required access: ${requiredAccess}`, {
    extensions: { code: "ACCESS_DENIED", documentation: "https://shopify.dev/api/usage/access-scopes", requiredAccess },
  });
}

export function gid(type: string, id: number): string {
  return `gid://shopify/${type}/${id}`;
}

/** Returns the number in a type's global id; null for any other id. */
export function numberIn(id: unknown, type: string): number | null {
  const match = /^gid:\/\/shopify\/([A-Za-z]{1,60})\/(\d{1,16})$/.exec(String(id));
  return match?.[1] === type ? Number(match[2]) : null;
}

function objectType(schema: GraphQLSchema, name: string): GraphQLObjectType | null {
  const type = schema.getType(name);
  return isObjectType(type) ? type : null;
}
