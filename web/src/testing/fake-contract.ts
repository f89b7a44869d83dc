import { type Contract, contract } from "@deskhand/contract";
import { type Implementer, implement } from "@orpc/server";

type NoContext = Record<never, never>;

/** What the server's part in the tests is written with. Its type is named, as spelled out it is longer than the compiler writes. */
export const os: Implementer<Contract, NoContext, NoContext> = implement(contract);
