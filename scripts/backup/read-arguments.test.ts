import { expect, test } from "vitest";
import { parseArguments } from "./read-arguments.ts";

const usage = "Usage: npm run restore -- FILE [--send-waiting]";
const restore = { usage, names: 1, options: ["--send-waiting"] };

test.each([[["--help"]], [["-h"]], [["FILE", "--help"]], [["--nothing", "--help"]]])("%j shows the usage", (given) =>
  expect(parseArguments(given, restore)).toEqual({ said: usage, code: 0 }),
);

test.each([
  [[], usage],
  [[""], usage],
  [["one", "other"], usage],
  [["--send-waiting"], usage],
  [["FILE", "--new-secret"], `There is no option --new-secret. ${usage}`],
  [["--hepl"], `There is no option --hepl. ${usage}`],
  [["-"], `There is no option -. ${usage}`],
  [["--", "-x"], `There is no option --. ${usage}`],
  [["FILE", "--send-waiting=no"], `There is no option --send-waiting=no. ${usage}`],
])("%j is refused with the usage", (given, said) => {
  expect(parseArguments(given, restore)).toEqual({ said, code: 1 });
});

test.each([[["FILE", "--send-waiting"]], [["--send-waiting", "FILE"]]])("%j is understood in either order", (given) => {
  expect(parseArguments(given, restore)).toEqual({ names: ["FILE"], options: new Set(["--send-waiting"]) });
  expect(parseArguments(["FILE"], restore)).toEqual({ names: ["FILE"], options: new Set() });
});
