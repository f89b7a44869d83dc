import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  isObjectType,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from "graphql";

/** A query that is valid in Shopify's schema, and the selected fields that the stand-in lacks. */
export type Prepared = {
  document: DocumentNode;
  errors: readonly GraphQLError[];
  operations: OperationDefinitionNode[];
  fragments: Record<string, FragmentDefinitionNode>;
  missing: string[];
};

const mostCached = 200;
const cache = new Map<string, Prepared>();

/** Parses and validates a query once, and caches it by its text. */
export function prepareQuery(schema: GraphQLSchema, version: string, text: string): Prepared {
  const name = `${version} ${text}`;
  const cached = cache.get(name);
  if (cached) return cached;
  const prepared = prepare(schema, text);
  if (cache.size >= mostCached) cache.clear();
  cache.set(name, prepared);
  return prepared;
}

function prepare(schema: GraphQLSchema, text: string): Prepared {
  const document = parsed(text);
  if (document instanceof GraphQLError) {
    return {
      document: { kind: documentKind, definitions: [] },
      errors: [document],
      operations: [],
      fragments: {},
      missing: [],
    };
  }
  const errors = validate(schema, document);
  const operations = document.definitions.filter((definition) => definition.kind === "OperationDefinition");
  const parts = document.definitions.filter((definition) => definition.kind === "FragmentDefinition");
  const fragments = Object.fromEntries(parts.map((part) => [part.name.value, part]));
  return { document, errors, operations, fragments, missing: errors.length > 0 ? [] : missingIn(schema, document) };
}

const documentKind = parse("{ __typename }").kind;

function parsed(text: string): DocumentNode | GraphQLError {
  try {
    return parse(text);
  } catch (error) {
    // The client gets it like any other error in a query.
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

/** Lists the selected fields of object types without a resolver: their answers would be invented. */
function missingIn(schema: GraphQLSchema, document: DocumentNode): string[] {
  const info = new TypeInfo(schema);
  const missing = new Set<string>();
  visit(
    document,
    visitWithTypeInfo(info, {
      Field(node) {
        const parent = info.getParentType();
        const name = node.name.value;
        if (!isObjectType(parent) || parent.name.startsWith("__") || name.startsWith("__")) return;
        if (!parent.getFields()[name]?.resolve) missing.add(`${parent.name}.${name}`);
      },
    }),
  );
  return [...missing];
}
