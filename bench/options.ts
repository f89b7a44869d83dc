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

/** Reads the command line; throws with the usage if it is wrong. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      large: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      only: { type: "string" },
      seconds: { type: "string", default: "8" },
      beside: { type: "string" },
      ruled: { type: "boolean", default: false },
    },
  });
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new TypeError("--seconds needs a number above 0");
  return {
    scale: values.large ? largeScale : defaultScale,
    isJson: values.json,
    only: values.only?.split(","),
    seconds,
    isRuled: values.ruled,
    ...(values.beside !== undefined && { beside: values.beside }),
  };
}
