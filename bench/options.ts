import { parseArgs } from "node:util";
import { defaultScale, largeScale, type Scale } from "./data/scale.ts";

export type Options = {
  scale: Scale;
  isJson: boolean;
  only: string[] | undefined;
  seconds: number;
  /** The commit that is measured in turns with this tree. */
  beside?: string;
  /** Whether this tree is measured with rules and targets, in turns with itself without them. */
  isRuled: boolean;
};

export const usage = `npm run bench -- [--large] [--json] [--only NAME,NAME…] [--seconds N] [--beside COMMIT | --ruled]

Measures a server in production on generated data.

  --large          with more data
  --json           a line of JSON for each measurement
  --only NAMES     only what has one of these names, as the table shows them
  --seconds N      how long each case is measured, 8 without it
  --beside COMMIT  in turns with the server of another commit
  --ruled          with rules and targets, in turns with itself without them`;

const options = {
  help: { type: "boolean", short: "h", default: false },
  large: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  only: { type: "string" },
  seconds: { type: "string", default: "8" },
  beside: { type: "string" },
  ruled: { type: "boolean", default: false },
} as const;

/** A command line that is wrong. */
export class WrongUsage extends Error {}

/** Reads the command line; null if it asks for the usage. */
export function readOptions(args: string[]): Options | null {
  const values = parsed(args);
  if (values.help) return null;
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new WrongUsage("--seconds needs a number above 0");
  if (values.ruled && values.beside !== undefined) throw new WrongUsage("--beside and --ruled exclude each other");
  return {
    scale: values.large ? largeScale : defaultScale,
    isJson: values.json,
    only: values.only?.split(","),
    seconds,
    isRuled: values.ruled,
    ...(values.beside !== undefined && { beside: values.beside }),
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    // It says which option is unknown, or has no value.
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}
