import type * as z from "zod";

/** The first thing that is wrong with an answer, in a few words. */
export function faultOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue ? `${issue.path.join(".")} ${issue.message}`.slice(0, 200) : "cannot be read";
}
