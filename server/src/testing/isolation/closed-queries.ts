import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CompiledQuery, KyselyPlugin } from "kysely";
import { type ParamPattern, parseSync } from "oxc-parser";
import pg from "pg";
import type { Db, TenantId, TenantTx } from "../../platform/db/tenant.ts";

/** An exported function of a queries file. */
export type Query = {
  name: string;
  run: (...args: unknown[]) => unknown;
  /** Whether its first argument is a transaction; otherwise it builds a statement. */
  takesTx: boolean;
  /** Its other parameters. */
  parameters: Parameter[];
};

/** A parameter in the source; `fields` are the possible field names when it takes an object. */
export type Parameter = { name: string; isList: boolean; fields: string[] | null };

/** A query's result, how many rows it read or changed, and the SQLSTATE if the database refused it. */
export type Outcome = { result: unknown; rows: number; refusal: string | null };

const sources = `${import.meta.dirname}/../..`;

/** Reads every function that the domains' queries files export. */
export async function readQueries(): Promise<Query[]> {
  const queries: Query[] = [];
  for (const path of globSync("domains/**/*.queries.ts", { cwd: sources }).sort()) {
    const parametersOf = readParameters(join(sources, path));
    const exports: Record<string, unknown> = await import(/* @vite-ignore */ join(sources, path));
    for (const [name, run] of Object.entries(exports)) {
      if (typeof run !== "function") continue;
      const all = parametersOf.get(name);
      if (!all)
        throw new Error(
          `${name} of ${path} is neither a function declaration nor a statement: its parameters cannot be read`,
        );
      const takesTx = /^(?:tx|db)$/.test(all[0]?.name ?? "");
      const parameters = takesTx ? all.slice(1) : all;
      queries.push({ name, takesTx, parameters, run: (...args) => Reflect.apply(run, undefined, args) });
    }
  }
  return queries;
}

function readParameters(file: string): Map<string, Parameter[]> {
  const source = readFileSync(file, "utf8");
  const words = wordsIn(source);
  const parameterOf = (param: ParamPattern): Parameter => {
    const pattern = param.type === "AssignmentPattern" ? param.left : param;
    const annotation = "typeAnnotation" in pattern ? pattern.typeAnnotation : null;
    const type = annotation ? source.slice(annotation.start, annotation.end).replace(/^:\s*(?:readonly )?/, "") : "";
    const isPrimitive = /^(?:string|number|boolean)\b/.test(type);
    return {
      name: pattern.type === "Identifier" ? pattern.name : "",
      isList: type.endsWith("[]"),
      fields: isPrimitive ? null : words,
    };
  };
  const parameters = new Map<string, Parameter[]>();
  for (const node of parseSync(file, source).program.body) {
    if (node.type !== "ExportNamedDeclaration") continue;
    const { declaration } = node;
    if (declaration?.type === "FunctionDeclaration")
      parameters.set(declaration.id?.name ?? "", declaration.params.map(parameterOf));
    if (declaration?.type !== "VariableDeclaration") continue;
    // A statement in its own file takes one object, whose fields are the names in that file.
    const [, statement] = /"(\.\/[\w-]+\.sql)"/.exec(source.slice(node.start, node.end)) ?? [];
    const { id } = declaration.declarations[0] ?? {};
    if (!statement || id?.type !== "Identifier") continue;
    const fields = wordsIn(readFileSync(join(dirname(file), statement), "utf8"));
    parameters.set(id.name, [{ name: "", isList: false, fields }]);
  }
  return parameters;
}

function wordsIn(text: string): string[] {
  return [...new Set(text.match(/\b[a-z][A-Za-z]+\b/g))];
}

const undone = Symbol("undone");

/**
 * Runs a query as a tenant, as the domains do: in a transaction of theirs, or by reading with the statement it built. Its changes
 * are kept only if `isKept`; `meanwhile` looks at the database in the same transaction. Throws what the program itself refuses.
 */
export async function runQuery(
  db: Db,
  tenant: TenantId,
  { name, run, takesTx }: Query,
  args: unknown[],
  { isKept, meanwhile }: { isKept: boolean; meanwhile?: (tx: TenantTx) => Promise<void> },
): Promise<Outcome> {
  const outcome: Outcome = { result: undefined, rows: 0, refusal: null };
  try {
    if (!takesTx) {
      const built = run(...args);
      if (!isCompiled(built)) throw new Error(`${name} neither takes a transaction nor builds a statement`);
      const rows = await db.read(tenant, built);
      return { ...outcome, result: rows, rows: rows.length };
    }
    await db.withTenant(tenant, async (tx) => {
      const counted = Object.assign(tx.withPlugin(rowCounter(outcome)), {
        tenantId: tx.tenantId,
        calledFrom: tx.calledFrom,
        emitted: tx.emitted,
      });
      const result = await run(counted, ...args);
      outcome.result = isCompiled(result) ? (await counted.executeQuery(result)).rows : result;
      await meanwhile?.(tx);
      if (!isKept) throw undone;
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError) outcome.refusal = error.code ?? "";
    else if (error !== undone) throw error;
  }
  return outcome;
}

function rowCounter(outcome: Outcome): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      outcome.rows += result.rows.length || Number(result.numAffectedRows ?? 0);
      return result;
    },
  };
}

function isCompiled(value: unknown): value is CompiledQuery {
  return typeof value === "object" && value !== null && "sql" in value && "parameters" in value;
}
