import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

const root = join(import.meta.dirname, "..", "..");
type Release = { version: string; commit: string; migrations: Record<string, string> };

/** Every release so far, oldest first. */
export const releases: Release[] = JSON.parse(readFileSync(join(root, "db/releases.json"), "utf8"));

/** The workspaces' own packages. */
const modules = [
  "node_modules",
  "contract/node_modules",
  "email/node_modules",
  "server/node_modules",
  "web/node_modules",
];

/** Puts a release's files into an empty folder, with its packages: ours if they are the same. */
export function takeOutRelease({ version, commit }: Release, folder: string): void {
  try {
    execFileSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root, stdio: "ignore" });
  } catch (cause) {
    throw new Error(
      `This checkout's history has no ${commit}, which is the release ${version}: fetch it (git fetch --unshallow) and run this again`,
      { cause },
    );
  }
  const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  if (!isDeepStrictEqual(packagesOf(folder), packagesOf(root))) {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder, stdio: "pipe" });
    return;
  }
  for (const path of modules.filter((each) => existsSync(join(root, each))))
    copyLinked(join(root, path), join(folder, path));
  // Each program writes its own compiled code there.
  for (const path of [".cache", ".vite"]) rmSync(join(folder, "node_modules", path), { recursive: true, force: true });
}

/** Copies a folder, with hard links on the same disk. */
function copyLinked(from: string, to: string): void {
  try {
    execFileSync("cp", ["-al", from, to], { stdio: "ignore" });
  } catch {
    // Files on another disk cannot be linked.
    rmSync(to, { recursive: true, force: true });
    execFileSync("cp", ["-a", from, to]);
  }
}

/** Returns everything but the product's own version. */
function packagesOf(folder: string): unknown {
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  return { ...packages, "": { ...packages[""], version: null } };
}

const listing = `
  const [{ contract }, { endpointsOf }, { otherRoutes }] = await Promise.all([
    import("./contract/src/index.ts"), import("./contract/src/endpoint.ts"), import("./contract/src/pages.ts")]);
  const own = endpointsOf(contract).filter(({ method }) => method === "GET").map(({ path }) => "/api" + path);
  const others = Object.keys(otherRoutes).filter((route) => route.startsWith("GET /api/")).map((route) => route.slice(4).replace(/:(\\w+)/g, "{$1}"));
  console.log(JSON.stringify([...own, ...others]));`;

/** Returns the paths that a release answers to GET below `/api`, with names in braces. */
export function readPaths(folder: string): string[] {
  const output = execFileSync(join(folder, "node_modules/.bin/node"), ["--input-type=module", "--eval", listing], {
    cwd: folder,
  });
  return JSON.parse(output.toString());
}
