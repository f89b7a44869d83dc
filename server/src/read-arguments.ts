import { StartFault } from "./platform/start-fault.ts";

/** What `npm start -- …` was given. */
export type StartArguments = {
  /** No demo store, whatever the data directory holds. */
  isEmpty: boolean;
};

/** Reads the command line; whatever it does not know is a fault, so that a typo does not pass for a choice. */
export function readArguments(given: string[]): StartArguments {
  const unknown = given.filter((argument) => argument !== "--empty");
  if (unknown.length > 0) {
    throw new StartFault(`Unknown argument: ${unknown.join(" ")}. The only one is --empty, which skips the demo store`);
  }
  return { isEmpty: given.includes("--empty") };
}
