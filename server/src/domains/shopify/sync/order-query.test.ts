import {
  type FieldNode,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
  validate,
} from "graphql";
import { expect, test } from "vitest";
import { loadSchema } from "../../../../../stand-ins/shopify/graphql/load-schema.ts";
import * as queries from "./order-query.ts";
import { ordersPerRequest } from "./order-query.ts";

const schema = loadSchema("2026-10");
const documents = Object.entries(queries).flatMap(([name, query]) =>
  typeof query === "object" && "text" in query ? [[name, query.text]] : [],
);

/** Returns the highest cost that a query can have. It counts each item of a plain list too, so that it is never below Shopify's own. */
function costOf(text: string, variables: Record<string, number | number[]>): number {
  const [operation] = parse(text).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error("There is no operation");
  return selectionCost(operation.selectionSet, schema.getQueryType(), variables);
}

function selectionCost(
  { selections }: SelectionSetNode,
  type: GraphQLNamedType | null | undefined,
  variables: Record<string, number | number[]>,
): number {
  let sum = 0;
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) sum += fieldCost(selection, type, variables);
    else if (selection.kind === Kind.INLINE_FRAGMENT)
      sum += selectionCost(
        selection.selectionSet,
        schema.getType(selection.typeCondition?.name.value ?? ""),
        variables,
      );
  }
  return sum;
}

function fieldCost(
  field: FieldNode,
  parent: GraphQLNamedType | null | undefined,
  variables: Record<string, number | number[]>,
): number {
  if (!isObjectType(parent) || !field.selectionSet) return 0;
  const type = parent.getFields()[field.name.value]?.type;
  const named = type && getNamedType(type);
  if (!type || isLeafType(named)) return 0;
  const one = 1 + selectionCost(field.selectionSet, named, variables);
  const size = field.arguments?.flatMap(({ name, value }) => {
    if (name.value === "ids") return [variables.ids as number];
    if (name.value !== "first") return [];
    return value.kind === Kind.INT ? [Number(value.value)] : [variables.first as number];
  })[0];
  if (isListType(getNullableType(type)) || isAbstractType(named)) return (size ?? 1) * one;
  if (!named?.name.endsWith("Connection")) return one;
  const nodes = field.selectionSet.selections.filter((part) => part.kind === Kind.FIELD && part.name.value === "nodes");
  const [each] = nodes;
  const inner = each?.kind === Kind.FIELD && isObjectType(named) ? costPerNode(each, named, variables) : 0;
  return 3 + (size ?? 0) * inner;
}

function costPerNode(nodes: FieldNode, connection: GraphQLNamedType, variables: Record<string, number | number[]>) {
  const type = isObjectType(connection) ? connection.getFields().nodes?.type : undefined;
  return nodes.selectionSet ? 1 + selectionCost(nodes.selectionSet, type && getNamedType(type), variables) : 0;
}

test.each(documents)(
  "%s is valid in Shopify's own schema, both of the version in use and the newest",
  (_, text = "") => {
    for (const version of ["2026-10", "unstable"]) {
      expect(validate(loadSchema(version), parse(text)).map(({ message }) => message)).toEqual([]);
    }
  },
);

test("finds queries to check", () => {
  expect(documents).toHaveLength(7);
  expect(validate(schema, parse("{ orders(first: 1) { nodes { nothing } } }"))).toHaveLength(1);
});

test.each([
  ["a page of orders", queries.ordersQuery.text, { first: ordersPerRequest }, 800],
  ["orders by id", queries.ordersByIdQuery.text, { ids: ordersPerRequest }, 800],
  ["customers by id", queries.customersByIdQuery.text, { ids: queries.customersPerRequest }, 500],
  ["the rest of an order's items", queries.lineItemsQuery.text, {}, 600],
  ["the rest of its parts", queries.orderPartsQuery.text, {}, 800],
  ["what carriers report", queries.fulfillmentEventsQuery.text, { ids: queries.fulfillmentsPerRequest }, 900],
  ["how many orders there are", queries.ordersCountQuery.text, {}, 10],
])("keeps %s far below the 1,000 points that one query may cost", (_, text, variables, most) => {
  const cost = costOf(text, variables);
  expect(cost).toBeGreaterThanOrEqual(most / 10);
  expect(cost).toBeLessThan(most);
});
