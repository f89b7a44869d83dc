import * as z from "zod";
import { jsonOf } from "../open-browser.ts";

/** Words that a program uses about input, and no person would. */
export const machineWords =
  /Invalid (?:input|option|string|key|value|element)|\bexpected\b|\breceived [a-z]+$|\[body|Too (?:big|small)|Unrecognized/m;
/** One value of each kind, to try in a field instead of its own. */
export const oddValues = ["x", "", 5, -1, true, null, [], {}, [{}]];

/** Returns all that a refusal says, one sentence a line; an empty text for any other response. */
export async function refusalWords(answer: Response): Promise<string> {
  if (answer.headers.get("content-type")?.includes("json") !== true) return "";
  if (answer.ok) return "";
  const { message, data } = await jsonOf(answer);
  const { fields } = { fields: {}, ...(data as object | null) };
  return [message, ...Object.values(fields).flat()].join("\n");
}

/** Folding turns this one letter into eighteen, so a text that fits as typed may be too long once folded. */
const growing = [30_000, 10_000, 2_000, 1_000, 500, 255, 200, 100, 60, 50, 20].map((length) => "\ufdfa".repeat(length));

/** Returns an input with the longest of these texts that a schema accepts; none if it accepts none. */
export function longestGrowing<Input>(inputWith: (text: string) => Input, schema: unknown): Input[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return growing
    .map(inputWith)
    .filter((input) => schema.safeParse(input).success)
    .slice(0, 1);
}
