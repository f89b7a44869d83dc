const BEGINNING = "Attached file: ";

/** What a reply says of a file that goes with it, on a line of its own. */
export const promiseOf = (filename: string): string => `${BEGINNING}${filename}`;

/** The files that a reply says go with it, each once. */
export function promisedFiles(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.startsWith(BEGINNING));
  return [...new Set(lines.map((line) => line.slice(BEGINNING.length).trim()))].filter((name) => name !== "");
}
