import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dependenciesPage } from "./dependencies/dependencies-page.ts";
import { askedFor, installedPackages } from "./dependencies/installed.ts";
import { freeLicences, heldBack, otherLicences } from "./dependencies/judged.ts";

const installed = installedPackages();
const page = readFileSync(new URL("../docs/dependencies.md", import.meta.url), "utf8");

/** "(MIT OR GPL-3.0)" offers a choice, "(MIT AND BSD)" does not. */
const isFree = (licence: string) =>
  licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((licence) => freeLicences.includes(licence)));

test("docs/dependencies.md lists what the lock file installs (npm run packages)", () => {
  const rows = page.matchAll(/^\| (\S+) +\| (\S+) +\| [^|]+ \| (\d{4}-\d\d-\d\d) +\|/gm);
  const published = new Map([...rows].map(([, name, version, day]) => [`${name}@${version}`, day ?? ""]));
  expect(page).toBe(dependenciesPage(installed, published));
  expect(page).not.toContain("unknown");
});

test("every version is exact and is the installed one", () => {
  for (const { name, version, workspace } of askedFor()) {
    const found = installed.some(
      (installed) => installed.name === name && installed.version === version && installed.asked.includes(workspace),
    );
    expect(found, `${workspace}: ${name} ${version}`).toBe(true);
  }
});

test("every package may be passed on with Deskhand, or has a reason for its use", () => {
  const others = installed.filter(({ licence }) => !isFree(licence)).map(({ name }) => name);
  expect([...new Set(others)].sort()).toEqual(Object.keys(otherLicences).sort());
  expect(isFree("GPL-3.0")).toBe(false);
  expect(isFree("(MIT AND GPL-3.0)")).toBe(false);
});

test("every held-back package is one that a workspace asks for", () => {
  const names = askedFor().map(({ name }) => name);
  for (const packages of Object.keys(heldBack))
    for (const one of packages.split(", "))
      expect(names.some((name) => name === one || (one.endsWith("*") && name.startsWith(one.slice(0, -1))))).toBe(true);
});
