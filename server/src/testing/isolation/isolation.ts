import { globSync } from "node:fs";
import { join } from "node:path";
import type { CommonDesk } from "../full-desk.ts";
import type { Desk } from "../open-desk.ts";

/** What an endpoint is asked with. */
export type Input = Record<string, unknown>;

/** What a domain's doors are asked with, made of a store's own ids. */
export type Asked = {
  /** A valid input for each endpoint. */
  inputs: Record<string, () => Input>;
  /** An address for each route outside the contract that needs a permission. */
  paths?: Record<string, () => string>;
};

/**
 * What a domain brings to the tests that try to cross from one store to another, as `isolation` in its `<name>.isolation.ts`: adds a row of
 * everything that the domain keeps to a store, with the secret in every text, and returns what its endpoints are asked with.
 */
export type Isolation = (app: Desk, desk: CommonDesk) => Promise<Asked>;

/** The owner's password from `account.changePassword` on, which is asked before those that take it. */
export const changedPassword = "another horse battery";

const domains = join(import.meta.dirname, "../../domains");

/** Reads what each domain brings; fails for a file without it. */
export async function readIsolations(): Promise<Isolation[]> {
  const isolations: Isolation[] = [];
  for (const path of globSync("*/*.isolation.ts", { cwd: domains }).sort()) {
    const { isolation }: { isolation?: Isolation } = await import(/* @vite-ignore */ join(domains, path));
    if (!isolation) throw new Error(`${path} exports no isolation`);
    isolations.push(isolation);
  }
  return isolations;
}
