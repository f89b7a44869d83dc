import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fail, root, runPinned, seconds } from "./ensure-installed.mjs";

/** The sources of the web app; package-lock.json stands for the libraries. */
const sources = ["web", "email", "contract", "package-lock.json", "tsconfig.base.json"];
const ignored = /(^|\/)(node_modules|dist|\.vite)$|\.test\.tsx?$|\.tsbuildinfo$/;
const stamp = join(root, "web", "dist", ".built-from");

/** Builds the web app if its sources changed since the last build; ends the process on failure. */
export async function buildWeb() {
  const hash = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  if (!existsSync(vite)) fail("The web app is not built, and vite to build it is not installed. Run npm ci.");
  console.log("Building the web app …");
  const started = Date.now();
  const code = await runPinned([vite, "build", "--logLevel", "warn"], {
    cwd: join(root, "web"),
    env: { NODE_ENV: "production" },
  });
  if (code !== 0) fail("Building the web app failed: see above.");
  writeFileSync(stamp, hash);
  console.log(`Web app built in ${seconds(started)}`);
}

/** Compares content, not times: git, copies and container images set times as they like. */
function hashSources() {
  const hash = createHash("sha256");
  for (const path of sources.flatMap((source) => listFiles(join(root, source)))) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update("\0");
  }
  return hash.digest("hex");
}

function listFiles(path) {
  if (ignored.test(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)));
}
