import * as z from "zod";
import { jsonOf } from "../open-browser.ts";

/** What a program says of input, and no person would. */
export const machineWords =
  /Invalid (?:input|option|string|key|value|element)|\bexpected\b|\breceived [a-z]+$|\[body|Too (?:big|small)|Unrecognized/m;
/** One of each kind that a field may get instead of its own. */
export const oddValues = ["x", "", 5, -1, true, null, [], {}, [{}]];

/** All that a refusal says, a sentence a line; nothing of what was served. */
export async function refusalWords(answer: Response): Promise<string> {
  if (answer.headers.get("content-type")?.includes("json") !== true) return "";
  if (answer.ok) return "";
  const { message, data } = await jsonOf(answer);
  const { fields } = { fields: {}, ...(data as object | null) };
  return [message, ...Object.values(fields).flat()].join("\n");
}

/** One letter of these is eighteen once it is folded: what is taken as it is typed may be too long for what is made of it. */
const growing = [30_000, 10_000, 2_000, 1_000, 500, 255, 200, 100, 60, 50, 20].map((length) => "\ufdfa".repeat(length));

/** An input with the longest of such texts that a schema takes; none where it takes none. */
export function longestGrowing<Input>(inputWith: (text: string) => Input, schema: unknown): Input[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return growing
    .map(inputWith)
    .filter((input) => schema.safeParse(input).success)
    .slice(0, 1);
}
