import { createHash } from "node:crypto";
import { GraphQLError } from "graphql";
import type { Args, Context } from "./bind.ts";

/** Since this version a key is required for refunds, which the schema does not show (shopify.dev: changelog of December 2025). */
const requiredSince = "2026-04";

/**
 * Answers a mutation once for a key: the same request gets the same answer again, another one is refused. Without a key it is done each time, where the
 * version allows that.
 */
export function once<Answer extends object>(
  { store: { state }, apiVersion }: Context,
  { key, args, refuse }: { key: string | null; args: Args; refuse: (message: string) => Answer },
  work: () => Answer,
): Answer {
  if (key === null) {
    if (apiVersion === "unstable" || apiVersion >= requiredSince)
      throw new GraphQLError("The @idempotent directive is required for this mutation but was not provided.", {
        extensions: { code: "BAD_REQUEST" },
      });
    return work();
  }
  if (key.trim() === "")
    throw new GraphQLError("The idempotency key cannot be blank", { extensions: { code: "BAD_REQUEST" } });
  const asked = createHash("sha256").update(JSON.stringify(args)).digest("hex");
  const earlier = state.answered?.[key];
  if (earlier) {
    if (earlier.asked !== asked)
      return refuse("The same idempotency key cannot be used with different operation parameters.");
    return earlier.answer as Answer;
  }
  const answer = work();
  state.answered = { ...state.answered, [key]: { asked, answer } };
  return answer;
}
