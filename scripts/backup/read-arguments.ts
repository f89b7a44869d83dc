/** A command's usage, its number of names, and its options. */
export type Command = { usage: string; names: number; options?: readonly string[] };
export type Given = { names: string[]; options: ReadonlySet<string> };

/** Reads a command's arguments; ends the process with the usage if they are wrong or ask for help. */
export function readArguments(command: Command): Given {
  const given = parseArguments(process.argv.slice(2), command);
  if (!("code" in given)) return given;
  console[given.code === 0 ? "log" : "error"](given.said);
  process.exit(given.code);
}

/** Treats anything that begins with a dash as an option: a mistyped one must not become the name of a file with all secrets. */
export function parseArguments(
  given: readonly string[],
  { usage, names: count, options = [] }: Command,
): Given | { said: string; code: 0 | 1 } {
  if (given.some((word) => word === "--help" || word === "-h")) return { said: usage, code: 0 };
  const unknown = given.find((word) => word.startsWith("-") && !options.includes(word));
  if (unknown !== undefined) return { said: `There is no option ${unknown}. ${usage}`, code: 1 };
  const names = given.filter((word) => !word.startsWith("-"));
  if (names.length !== count || names.includes("")) return { said: usage, code: 1 };
  return { names, options: new Set(given.filter((word) => word.startsWith("-"))) };
}
