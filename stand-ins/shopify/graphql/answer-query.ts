import { execute, type GraphQLSchema, getVariableValues } from "graphql";
import { type Incoming, json, type Outgoing, parseJson } from "../http.ts";
import type { Context } from "./bind.ts";
import { executableSchema } from "./executable-schema.ts";
import { versions } from "./load-schema.ts";
import { type Prepared, prepareQuery } from "./prepare-query.ts";
import { actualCost, type Priced, type Pricing, requestedCost } from "./query-cost.ts";
import { type Bucket, givePointsBack, statusOf, type ThrottleOptions, takePoints } from "./throttle.ts";

export type Throttled = { options: ThrottleOptions; bucket: Bucket };
/** An answered query and its cost, for the callback. */
export type Asked = { shop: string; query: string; variables: Record<string, unknown>; cost: number | null };

/** Returns the version that answers: Shopify uses its oldest one for a version that is gone or does not exist yet. */
export function servedVersion(wanted: string): string {
  return versions.includes(wanted) ? wanted : (versions[0] ?? wanted);
}

/** Answers POST /admin/api/VERSION/graphql.json for a valid token. */
export async function answerQuery(
  { body }: Incoming,
  context: Context,
  throttled: Throttled,
  onAsked: (asked: Asked) => void,
): Promise<Outgoing> {
  const { apiVersion: version, store, keeper } = context;
  const given = readBody(body);
  const headers = { "x-shopify-api-version": version, "x-request-id": crypto.randomUUID() };
  if (!given) return json(400, { errors: { query: "Required parameter missing or invalid" } }, headers);
  const { query, variables, operationName } = given;
  const schema = executableSchema(version);
  const prepared = prepareQuery(schema, version, query);
  const shop = store.state.domain;
  const fault = faultOf(schema, prepared, variables, operationName);
  if (fault) {
    onAsked({ shop, query, variables, cost: null });
    return json(fault.status, fault.answer, headers);
  }
  const { options, bucket } = throttled;
  const priced = pricedOf(schema, options.pricing, prepared, variables, operationName);
  const requested = requestedCost(priced);
  if (requested > options.largestQuery) return json(200, tooExpensive(requested, options.largestQuery), headers);
  if (!takePoints(options, bucket, requested, keeper.now())) {
    onAsked({ shop, query, variables, cost: null });
    return json(200, throttledAnswer(requested, options, bucket), headers);
  }
  const { document } = prepared;
  const result = await execute({ schema, document, variableValues: variables, operationName, contextValue: context });
  const actual = result.data ? Math.min(requested, actualCost(priced, result.data)) : 0;
  givePointsBack(options, bucket, requested - actual, keeper.now());
  onAsked({ shop, query, variables, cost: actual });
  const throttleStatus = statusOf(options, bucket);
  const cost = { requestedQueryCost: requested, actualQueryCost: actual, throttleStatus };
  return json(200, { ...result, extensions: { cost } }, headers);
}

/** Makes the answer to a throttled query: HTTP 200, no data, and a status that tells how long to wait. */
export function throttledAnswer(requested: number, options: ThrottleOptions, bucket: Bucket): object {
  const documentation = "https://shopify.dev/api/usage/rate-limits";
  return {
    errors: [{ message: "Throttled", extensions: { code: "THROTTLED", documentation } }],
    extensions: {
      cost: { requestedQueryCost: requested, actualQueryCost: null, throttleStatus: statusOf(options, bucket) },
    },
  };
}

function tooExpensive(cost: number, maxCost: number): object {
  const documentation = "https://shopify.dev/api/usage/limits#rate-limits";
  const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${maxCost}).

See https://shopify.dev/concepts/about-apis/rate-limits for more information on how the
cost of a query is calculated.

To query larger amounts of data with fewer limits, bulk operations should be used instead.
See https://shopify.dev/tutorials/perform-bulk-operations-with-admin-api for usage details.
`;
  return { errors: [{ message, extensions: { code: "MAX_COST_EXCEEDED", cost, maxCost, documentation } }] };
}

function faultOf(
  schema: GraphQLSchema,
  { errors, operations, missing }: Prepared,
  variables: Record<string, unknown>,
  operationName: string | null,
): { status: number; answer: object } | null {
  if (errors.length > 0) return { status: 200, answer: { errors } };
  const operation = operations.find(({ name }) => operationName === null || name?.value === operationName);
  if (!operation || (operationName === null && operations.length > 1))
    return { status: 200, answer: { errors: [{ message: "An operation name is required" }] } };
  const read = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (read.errors) return { status: 200, answer: { errors: read.errors } };
  // Shopify would never say this: the error tells the developer to extend the stand-in.
  if (missing.length > 0)
    return { status: 501, answer: { errors: `The stand-in for Shopify has no ${missing.join(", ")}` } };
  return null;
}

function pricedOf(
  schema: GraphQLSchema,
  pricing: Pricing,
  { operations, fragments }: Prepared,
  variables: Record<string, unknown>,
  operationName: string | null,
): Priced {
  const operation = operations.find(({ name }) => operationName === null || name?.value === operationName);
  if (!operation) throw new Error("A query without an operation was refused before");
  const read = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  return { schema, pricing, operation, fragments, variables: { ...read.variableValues?.coerced } };
}

function readBody(body: string) {
  const parsed = parseJson(body);
  if (typeof parsed !== "object" || parsed === null) return null;
  const { query, variables, operationName }: Record<string, unknown> = Object.fromEntries(Object.entries(parsed));
  if (typeof query !== "string" || query === "") return null;
  const known =
    typeof variables === "object" && variables !== null ? Object.fromEntries(Object.entries(variables)) : {};
  return { query, variables: known, operationName: typeof operationName === "string" ? operationName : null };
}
