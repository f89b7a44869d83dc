import { readFileSync } from "node:fs";
import {
  type Compilable,
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from "kysely";
import type { Database } from "./database.ts";

type Written = Readonly<Record<string, string | number | RawBuilder<unknown>>>;

/**
 * Reads a performance-critical statement from a `.sql` file, with named parameters (`:id`). Names in `written` are put
 * into the text instead of bound: constants, so that PostgreSQL plans with them and keeps the plan. The caller states
 * the type of the rows.
 */
export function statement<Parameters extends Record<string, unknown>, Row>(
  file: URL,
  written: Written | (() => Written) = {},
): (parameters: Parameters) => CompiledQuery<Row> {
  const source = readFileSync(file, "utf8");
  let whole: { text: string; names: string[] } | undefined;
  return (parameters) => {
    whole ??= writeInto(source, typeof written === "function" ? written() : written);
    const values = whole.names.map((name) => parameters[name]);
    return CompiledQuery.raw(whole.text, values) as CompiledQuery<Row>;
  };
}

function writeInto(source: string, written: Written) {
  const names: string[] = [];
  const text = source.replace(/^\s*--.*\n/gm, "").replace(/(?<![:\w]):([a-z]\w*)/gi, (_, name: string) => {
    const given = written[name];
    if (given !== undefined) return typeof given === "object" ? given.compile(compose).sql : String(given);
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names };
}

/** A placeholder for a value while a statement is built. */
class Placeholder {
  readonly #name: string;
  readonly #of: (values: object) => unknown;

  constructor(name: string, of: (values: object) => unknown) {
    this.#name = name;
    this.#of = of;
  }

  valueFrom(values: object): unknown {
    return Reflect.get(Object(this.#of(values)), this.#name);
  }
}

/**
 * Builds a statement once for each set of given keys, as Kysely takes as long to build a short statement as PostgreSQL
 * to run it. `build` gets placeholders for the values, also within plain objects: it may put them into the statement
 * and test whether a key is given, but not use the values.
 */
export function builtOnce<Values extends object, Row>(
  build: (db: Kysely<Database>, values: Values) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  const built = new Map<string, CompiledQuery<Row>>();
  return (values) => {
    const shape = shapeOf(values);
    const query =
      built.get(shape) ??
      build(
        compose,
        placeholdersOf(values, (container) => container),
      ).compile();
    built.set(shape, query);
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? value.valueFrom(values) : value,
    );
    return { ...query, parameters };
  };
}

function shapeOf(values: object): string {
  let shape = "";
  for (const [name, value] of Object.entries(values)) shape += `${name}${isPlain(value) ? `(${shapeOf(value)})` : ","}`;
  return shape;
}

function placeholdersOf<Values extends object>(values: Values, of: (values: object) => unknown): Values {
  return new Proxy(values, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      const placeholder = new Placeholder(String(name), of);
      return isPlain(value) ? placeholdersOf(value, (container) => placeholder.valueFrom(container)) : placeholder;
    },
  });
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Builds queries without a connection, to compile and pass to `read`. */
export const compose = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
