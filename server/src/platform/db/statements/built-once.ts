import type { Compilable, CompiledQuery, Kysely } from "kysely";
import { compose } from "../compose.ts";
import type { Database } from "../database.ts";

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
