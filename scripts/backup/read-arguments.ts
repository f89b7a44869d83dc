/** What a command takes: how it is called, how many names, and which options. */
export type Command = { usage: string; names: number; options?: readonly string[] };
export type Given = { names: string[]; options: ReadonlySet<string> };

/** Reads what a command was called with, and ends the process by its usage where that is something else, or asked for. */
export function readArguments(command: Command): Given {
  const given = parseArguments(process.argv.slice(2), command);
  if (!("code" in given)) return given;
  console[given.code === 0 ? "log" : "error"](given.said);
  process.exit(given.code);
}

/** Whatever begins with a dash is an option: a mistyped one must not become the name of a file with all secrets in it. */
export function parseArguments(
  given: readonly string[],
  { usage, names: count, options = [] }: Command,
): Given | { said: string; code: 0 | 1 } {
  if (given.some((one) => one === "--help" || one === "-h")) return { said: usage, code: 0 };
  const unknown = given.find((one) => one.startsWith("-") && !options.includes(one));
  if (unknown !== undefined) return { said: `There is no option ${unknown}. ${usage}`, code: 1 };
  const names = given.filter((one) => !one.startsWith("-"));
  if (names.length !== count || names.includes("")) return { said: usage, code: 1 };
  return { names, options: new Set(given.filter((one) => one.startsWith("-"))) };
}
