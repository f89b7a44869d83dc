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
