import { globSync } from "node:fs";
import { join } from "node:path";
import type { CommonDesk } from "../full-desk.ts";
import type { Desk } from "../open-desk.ts";

/** The input of an endpoint. */
export type Input = Record<string, unknown>;

/** The requests to a domain's endpoints and routes, made of a store's own ids. */
export type Asked = {
  /** A valid input for each endpoint. */
  inputs: Record<string, () => Input>;
  /** An address for each route outside the contract that needs a permission. */
  paths?: Record<string, () => string>;
};

/**
 * A domain's part in the tests that no store reaches another one, exported as `isolation` from its `<name>.isolation.ts`: adds a row to each
 * of the domain's tables for a store, with the secret in every text, and returns the requests to its endpoints.
 */
export type Isolation = (app: Desk, desk: CommonDesk) => Promise<Asked>;

/** The owner's password after `account.changePassword`, which is called before the endpoints that need it. */
export const changedPassword = "another horse battery";

const domains = join(import.meta.dirname, "../../domains");

/** Imports each domain's part; fails for a file without one. */
export async function readIsolations(): Promise<Isolation[]> {
  const isolations: Isolation[] = [];
  for (const path of globSync("*/*.isolation.ts", { cwd: domains }).sort()) {
    const { isolation }: { isolation?: Isolation } = await import(/* @vite-ignore */ join(domains, path));
    if (!isolation) throw new Error(`${path} exports no isolation`);
    isolations.push(isolation);
  }
  return isolations;
}
