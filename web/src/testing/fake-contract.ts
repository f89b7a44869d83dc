import { type Contract, contract } from "@deskhand/contract";
import { type Implementer, implement } from "@orpc/server";

type NoContext = Record<never, never>;

/**
 * Implements the contract for the fake server. The explicit type is required because the inferred one is too long for
 * the compiler to emit.
 */
export const os: Implementer<Contract, NoContext, NoContext> = implement(contract);
