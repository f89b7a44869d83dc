import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fail } from "./ensure-installed.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Returns the path of Chromium: CHROMIUM, or one on the PATH, or, as root on Debian, one installed from the system's packages. */
export function findChromium() {
  if (process.env.CHROMIUM) {
    if (isProgram(process.env.CHROMIUM)) return process.env.CHROMIUM;
    return fail(`CHROMIUM names ${process.env.CHROMIUM}, which is not a program.`);
  }
  return findOnPath() ?? install();
}

function findOnPath() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function install() {
  const advice =
    "The browser tests need Chromium: install it (Debian: apt-get install chromium) or name it in CHROMIUM.";
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return fail(advice);
  console.log("Installing Chromium from the system's packages …");
  const options = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    if (spawnSync("apt-get", args, options).status !== 0) return fail(`apt-get ${args.join(" ")} failed. ${advice}`);
  }
  return findOnPath() ?? fail(advice);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // It does not run.
  }
}
