import { readFileSync } from "node:fs";
import * as z from "zod";

/** A package of the lock file. `asked` lists the workspaces whose package.json names it. */
export type Installed = { name: string; version: string; licence: string; isRun: boolean; asked: string[] };

const root = new URL("../../", import.meta.url);
const workspaces = { deskhand: "", contract: "contract/", email: "email/", server: "server/", web: "web/" };

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});
const namesSchema = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

/** Returns every package in the lock file, by name; one with two versions occurs twice. */
export function installedPackages(): Installed[] {
  const { packages } = lockSchema.parse(readJson("package-lock.json"));
  const asked = askedFor();
  const found = Object.entries(packages).flatMap(([path, { name, version, license, dev, link }]) => {
    const folder = path.split("node_modules/");
    if (folder.length < 2 || link || !version) return [];
    const known = folder.at(-1) ?? "";
    const by = asked.filter((one) => one.name === known && one.version === version).map(({ workspace }) => workspace);
    return [{ name: name ?? known, version, licence: license ?? "", isRun: !dev, asked: by }];
  });
  const unique = new Map(found.map((one) => [`${one.name}@${one.version}`, one]));
  return [...unique.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/** Returns what the workspaces ask for, with the versions in their package.json. */
export function askedFor(): { workspace: string; name: string; version: string }[] {
  return Object.entries(workspaces).flatMap(([workspace, folder]) => {
    const { dependencies, devDependencies, optionalDependencies } = namesSchema.parse(
      readJson(`${folder}package.json`),
    );
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([name]) => !name.startsWith("@deskhand/"))
      .map(([name, version]) => ({ workspace, name, version }));
  });
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, root), "utf8"));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
