import { codeOf } from "../../platform/error-code.ts";
import { fail } from "../../platform/fail.ts";

/** Writes what has an address; who got that between looking and writing has whoever asks try again, which says who. */
export async function triedAgain<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (codeOf(error) === "23505") throw fail("try_again");
    throw error;
  }
}
