import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";

/**
 * The cost of a connection's items: "strict" counts each, as Shopify once documented; "measured" counts twice the natural
 * logarithm of their number, rounded down, as stores have answered since 2024 (11 for 250 items, 7 for 50, 3 for 5). Anything the
 * first allows, the second allows too.
 */
export type Pricing = "strict" | "measured";

/** What it takes to price an operation: its fragments, and the values of its variables. */
export type Priced = {
  pricing: Pricing;
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
};

const mutationCost = 10;

/**
 * Returns the highest cost of an operation, by the rules at https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits:
 * an object 1, a connection 2 plus its items, a scalar 0, a mutation 10; the dearest type of an interface or union.
 */
export function requestedCost(priced: Priced): number {
  return costOfOperation(priced, null);
}

/** Returns the cost of the actual answer. */
export function actualCost(priced: Priced, data: unknown): number {
  return costOfOperation(priced, { value: data });
}

type Answer = { value: unknown } | null;

function costOfOperation(priced: Priced, answer: Answer): number {
  const { operation, schema } = priced;
  if (operation.operation === "mutation") return mutationCost * operation.selectionSet.selections.length;
  return costOfSelection(priced, operation.selectionSet, schema.getQueryType() ?? undefined, answer);
}

function costOfSelection(
  priced: Priced,
  { selections }: SelectionSetNode,
  parent: GraphQLNamedType | undefined,
  answer: Answer,
): number {
  let sum = 0;
  let dearest = 0;
  for (const selection of selections) {
    if (selection.kind === "Field") {
      sum += costOfField(priced, selection, parent, answer);
      continue;
    }
    const fragment = selection.kind === "InlineFragment" ? selection : priced.fragments[selection.name.value];
    if (!fragment) continue;
    const condition = fragment.typeCondition?.name.value;
    const type = condition === undefined ? parent : priced.schema.getType(condition);
    const cost = costOfSelection(priced, fragment.selectionSet, type, answer);
    if (isAbstractType(parent)) dearest = Math.max(dearest, cost);
    else sum += cost;
  }
  return sum + dearest;
}

function costOfField(priced: Priced, field: FieldNode, parent: GraphQLNamedType | undefined, answer: Answer): number {
  const name = field.name.value;
  if (!(isObjectType(parent) || isInterfaceType(parent)) || !field.selectionSet) return 0;
  const definition = parent.getFields()[name];
  if (!definition) return 0;
  const type = getNamedType(definition.type);
  if (isLeafType(type)) return 0;
  const own = answer && { value: valueAt(answer.value, field.alias?.value ?? name) };
  if (own && (own.value === null || own.value === undefined)) return 1;
  if (type.name.endsWith("Connection") && isObjectType(type)) return costOfConnection(priced, field, type, own);
  if (own && Array.isArray(own.value)) {
    const each = own.value.map((value) => inside(priced, field, type, { value }));
    return 1 + Math.max(0, ...each);
  }
  return 1 + inside(priced, field, type, own);
}

function costOfConnection(priced: Priced, field: FieldNode, type: GraphQLNamedType, own: Answer): number {
  const size = sizeOf(priced, field);
  const ways = field.selectionSet?.selections.flatMap((selection) => {
    if (selection.kind !== "Field") return [];
    const { value: way } = selection.name;
    if (way !== "nodes" && way !== "edges") return [];
    const itemType = isObjectType(type) ? getNamedType(type.getFields()[way]?.type) : undefined;
    const items = own && valueAt(own.value, selection.alias?.value ?? way);
    if (!own) return countOf(size, priced.pricing) * (1 + inner(priced, selection, itemType, null));
    const each = Array.isArray(items) ? items.map((value) => 1 + inner(priced, selection, itemType, { value })) : [];
    const all = each.reduce((sum, cost) => sum + cost, 0);
    return Math.floor((all * countOf(each.length, priced.pricing)) / Math.max(1, each.length));
  });
  return 2 + Math.max(0, ...(ways ?? []));
}

function countOf(items: number, pricing: Pricing): number {
  return pricing === "strict" || items < 2 ? items : Math.max(1, Math.floor(2 * Math.log(items)));
}

/** Returns the cost of one item: its edge is free, and the caller has counted its node. */
function inner(priced: Priced, way: FieldNode, type: GraphQLNamedType | undefined, answer: Answer): number {
  if (way.name.value === "nodes") return inside(priced, way, type, answer);
  const node = way.selectionSet?.selections.find(
    (selection) => selection.kind === "Field" && selection.name.value === "node",
  );
  return node?.kind === "Field" ? costOfField(priced, node, type, answer) - 1 : 0;
}

function inside(priced: Priced, field: FieldNode, type: GraphQLNamedType | undefined, answer: Answer): number {
  return field.selectionSet ? costOfSelection(priced, field.selectionSet, type, answer) : 0;
}

function sizeOf({ variables }: Priced, { arguments: given = [] }: FieldNode): number {
  for (const { name, value } of given) {
    if (name.value !== "first" && name.value !== "last") continue;
    if (value.kind === "IntValue") return Number(value.value);
    const chosen = value.kind === "Variable" ? variables[value.name.value] : null;
    if (typeof chosen === "number") return chosen;
  }
  return 0;
}

function valueAt(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : null;
}
