import { expect, test } from "vitest";
import { hasTools, whatIsMissing } from "./what-is-missing.mjs";

const wanted = {
  "": {},
  "node_modules/pg": { version: "8.0.0" },
  "node_modules/pg/node_modules/split2": { version: "4.0.0" },
  "node_modules/binding-darwin": { version: "1.0.0", optional: true },
  "node_modules/vitest": { version: "5.0.0", dev: true },
  "node_modules/biome-darwin": { version: "2.0.0", dev: true, optional: true },
};
const { "node_modules/vitest": vitest, "node_modules/pg": pg, "node_modules/pg/node_modules/split2": split2 } = wanted;
const started = { "node_modules/pg": pg, "node_modules/pg/node_modules/split2": split2 };
const all = { ...started, "node_modules/vitest": vitest };

test("without npm's record everything is installed", () => {
  expect(whatIsMissing(wanted, null, false)).toEqual({ reason: "node_modules is missing", addsTools: false });
});

test("a start needs no tools, and a test run has them added to the installed packages", () => {
  expect(whatIsMissing(wanted, started, false)).toBeUndefined();
  expect(whatIsMissing(wanted, started, true)).toEqual({
    reason: "vitest and other tools are missing",
    addsTools: true,
  });
});

test("packages for other machines are not missing", () => {
  expect(whatIsMissing(wanted, all, false)).toBeUndefined();
  expect(whatIsMissing(wanted, all, true)).toBeUndefined();
});

test.each([false, true])("absent packages and other versions are named, with tools wanted: %s", (withTools) => {
  const reasonOf = (installed: typeof all | object) => whatIsMissing(wanted, { ...installed }, withTools);
  expect(reasonOf({ "node_modules/pg": pg })).toEqual({
    reason: "split2 is not as package-lock.json says",
    addsTools: false,
  });
  expect(reasonOf({ ...started, "node_modules/pg": { version: "7.0.0" } })).toEqual({
    reason: "pg is not as package-lock.json says",
    addsTools: false,
  });
  expect(reasonOf({ ...all, "node_modules/vitest": { version: "4.0.0", dev: true } })?.reason).toBe(
    "vitest is not as package-lock.json says",
  );
});

test("an installation has tools if at least one package is only for them", () => {
  expect([null, started, all].map(hasTools)).toEqual([false, false, true]);
});
