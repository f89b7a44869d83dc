/**
 * Usage: npm run release [-- COMMIT]: records in db/releases.json what that commit (by default HEAD) releases, and raises the version in
 * package.json to the next one. Commit both; from then on the house check guards the migrations (docs/decisions/0105-releases.md).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Release, readRelease } from "./release/read-release.ts";

const root = new URL("../", import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), "utf8"));
const write = (path: string, content: unknown) =>
  writeFileSync(new URL(path, root), `${JSON.stringify(content, null, 2)}\n`);

const releases: Release[] = read("db/releases.json");
const release = readRelease(fileURLToPath(root), process.argv[2] ?? "HEAD", releases);
if (releases.some(({ version }) => version === release.version)) {
  console.error(
    `${release.version} is released already: raise the version in package.json, commit that, and release it`,
  );
  process.exitCode = 1;
} else {
  write("db/releases.json", [...releases, release]);
  const [major, minor] = release.version.split(".").map(Number);
  const version = `${major}.${(minor ?? 0) + 1}.0`;
  write("package.json", { ...read("package.json"), version });
  const lock = read("package-lock.json");
  write("package-lock.json", {
    ...lock,
    version,
    packages: { ...lock.packages, "": { ...lock.packages[""], version } },
  });
  console.log(
    `${release.version} is ${release.commit} with ${Object.keys(release.migrations).length} migrations that are held from now on. ` +
      `What comes is ${version}: begin its section in CHANGELOG.md, and commit.`,
  );
}
