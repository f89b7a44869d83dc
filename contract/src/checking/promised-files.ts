const beginning = "Attached file: ";

/** Returns the line with which a reply mentions a file that goes with it. */
export const promiseOf = (filename: string): string => `${beginning}${filename}`;

/** Returns the files that a reply says go with it, each once. */
export function promisedFiles(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.startsWith(beginning));
  return [...new Set(lines.map((line) => line.slice(beginning.length).trim()))].filter((name) => name !== "");
}
