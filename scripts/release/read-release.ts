import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";

/** What later releases can rely on: the commit of a release, and the migrations it brought, with their checksums. */
export type Release = { version: string; commit: string; date: string; migrations: Record<string, string> };

/** Reads a release from a commit: its version, and the migrations that no earlier release has. */
export function readRelease(root: string, name: string, before: readonly Release[]): Release {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const commit = git("rev-parse", "--verify", `${name}^{commit}`).toString().trim();
  const { version } = JSON.parse(git("show", `${commit}:package.json`).toString());
  const earlier = new Set(before.flatMap(({ migrations }) => Object.keys(migrations)));
  const names = git("ls-tree", "--name-only", commit, "db/migrations/")
    .toString()
    .split("\n")
    .map((path) => path.slice("db/migrations/".length))
    .filter((file) => file.endsWith(".sql") && !earlier.has(file));
  const checksum = (file: string) =>
    createHash("sha256")
      .update(git("show", `${commit}:db/migrations/${file}`))
      .digest("hex");
  return {
    version,
    commit,
    date: git("show", "--no-patch", "--format=%cs", commit).toString().trim(),
    migrations: Object.fromEntries(names.map((file) => [file, checksum(file)])),
  };
}
