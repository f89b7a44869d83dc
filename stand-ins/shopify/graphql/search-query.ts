import { GraphQLError } from "graphql";

/** One condition: `updated_at:>=2026-01-01`; one without a field searches a word everywhere. */
export type Term = { field: string | null; operator: ":" | ">" | ">=" | "<" | "<="; value: string };
type Matcher<Item> = (item: Item) => boolean;

const token =
  /\s*(?:(\()|(\))|(AND|OR|NOT)(?=[\s(])|(-)?(?:([A-Za-z_]{1,40}):)?(>=|<=|>|<)?(?:"([^"]{0,500})"|'([^']{0,500})'|([^\s()"']{1,500})))/gy;

type Token = { kind: "(" | ")" | "AND" | "OR" | "NOT" } | { kind: "term"; isNegated: boolean; term: Term };

/**
 * Reads a search query (https://shopify.dev/docs/api/usage/search-syntax, without prefix (`*`) search). `match` answers one
 * condition, and throws for an unknown field.
 */
export function readSearch<Item>(query: string, match: (term: Term) => Matcher<Item>): Matcher<Item> {
  const tokens = tokensOf(query);
  let position = 0;
  const peek = () => tokens[position]?.kind;
  const either = (): Matcher<Item> => {
    const parts = [both()];
    while (peek() === "OR") {
      position += 1;
      parts.push(both());
    }
    return parts.length === 1 ? (parts[0] ?? all) : (item) => parts.some((part) => part(item));
  };
  const both = (): Matcher<Item> => {
    const parts: Matcher<Item>[] = [];
    while (peek() !== undefined && peek() !== ")" && peek() !== "OR") {
      if (peek() === "AND") position += 1;
      else parts.push(condition());
    }
    return parts.length === 1 ? (parts[0] ?? all) : (item) => parts.every((part) => part(item));
  };
  const condition = (): Matcher<Item> => {
    const next = tokens[position];
    position += 1;
    if (next?.kind === "NOT") {
      const inner = condition();
      return (item) => !inner(item);
    }
    if (next?.kind === "(") {
      const inner = either();
      position += 1;
      return inner;
    }
    if (next?.kind !== "term") throw searchFault(`the query ends too early: ${query}`);
    const matcher = match(next.term);
    return next.isNegated ? (item) => !matcher(item) : matcher;
  };
  return either();
}

/** Compares a time, which Shopify's fields have to the second; a bare date means its beginning in UTC. */
export function compareTime({ operator, value }: Term, time: number): boolean {
  const wanted = Date.parse(value);
  if (Number.isNaN(wanted)) throw searchFault(`not a time: ${value}`);
  return compareNumbers(operator, time, wanted);
}

export function compareNumber({ operator, value }: Term, number: number): boolean {
  const wanted = Number(value);
  if (!/^\d{1,20}(\.\d{1,9})?$/.test(value)) throw searchFault(`not a number: ${value}`);
  return compareNumbers(operator, number, wanted);
}

/** The error for a search that the stand-in lacks: ignoring a condition would give a wrong answer. */
export function searchFault(text: string): GraphQLError {
  return new GraphQLError(`The stand-in for Shopify cannot search so: ${text}`, {
    extensions: { code: "NOT_IN_STAND_IN" },
  });
}

function compareNumbers(operator: Term["operator"], value: number, wanted: number): boolean {
  if (operator === ">") return value > wanted;
  if (operator === ">=") return value >= wanted;
  if (operator === "<") return value < wanted;
  return operator === "<=" ? value <= wanted : value === wanted;
}

function tokensOf(query: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of query.matchAll(token)) {
    const [whole, open, close, word, minus, field, operator, double, single, bare] = match;
    end = (match.index ?? 0) + whole.length;
    const kind = open ? "(" : close ? ")" : word;
    if (kind === "(" || kind === ")" || kind === "AND" || kind === "OR" || kind === "NOT") tokens.push({ kind });
    else
      tokens.push({
        kind: "term",
        isNegated: minus !== undefined,
        term: termOf(field, operator, double ?? single ?? bare),
      });
  }
  if (query.slice(end).trim()) throw searchFault(query);
  return tokens;
}

function termOf(field: string | undefined, operator: string | undefined, value = ""): Term {
  const comparison = operator === ">" || operator === ">=" || operator === "<" || operator === "<=" ? operator : ":";
  return { field: field?.toLowerCase() ?? null, operator: comparison, value };
}

function all(): boolean {
  return true;
}
