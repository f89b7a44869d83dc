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
 * A statement that is measured, read at start from a `.sql` file beside its domain, with its parameters by name (`:id`).
 * `written` are names whose SQL is written into the text instead of bound: what is the same for every call, so that
 * PostgreSQL plans with it and keeps the plan; a function is called when the statement is first asked for. What the rows are only the author knows.
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

/** Stands for a value while a statement is built. */
class Blank {
  readonly #name: string;
  readonly #of: (values: object) => unknown;

  constructor(name: string, of: (values: object) => unknown) {
    this.#name = name;
    this.#of = of;
  }

  valueIn(values: object): unknown {
    return Reflect.get(Object(this.#of(values)), this.#name);
  }
}

/**
 * A statement whose text depends on which values are given alone, and not on what they are: it is built when it is first asked for,
 * as Kysely takes as long to build a statement of some columns as PostgreSQL to run it. `build` is given what stands for the values,
 * also within plain objects, and may put it into the statement and ask whether it is there.
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
        blanksOf(values, (given) => given),
      ).compile();
    built.set(shape, query);
    const parameters = query.parameters.map((value) => (value instanceof Blank ? value.valueIn(values) : value));
    return { ...query, parameters };
  };
}

function shapeOf(values: object): string {
  let shape = "";
  for (const [name, value] of Object.entries(values)) shape += `${name}${isPlain(value) ? `(${shapeOf(value)})` : ","}`;
  return shape;
}

function blanksOf<Values extends object>(values: Values, of: (values: object) => unknown): Values {
  return new Proxy(values, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      const blank = new Blank(String(name), of);
      return isPlain(value) ? blanksOf(value, (given) => blank.valueIn(given)) : blank;
    },
  });
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Builds queries without a connection, to be compiled and given to `read`. */
export const compose = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
