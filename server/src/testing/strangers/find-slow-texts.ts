import { delimiters, shapes } from "./hostile-texts.ts";
import { superlinear } from "./superlinear.ts";

/** Tries a function that meets a stranger's words with hostile ones; names those that it takes more than linear time over. */
export async function findSlowTexts(work: (text: string) => unknown): Promise<string[]> {
  const found: string[] = [];
  for (const [shape, textOf] of Object.entries(shapes)) {
    for (const delimiter of delimiters) {
      const growth = await superlinear(work, (length) => textOf(delimiter, length));
      if (growth !== null) found.push(`${shape} of ${JSON.stringify(delimiter)}: ${growth}`);
    }
  }
  return found;
}
