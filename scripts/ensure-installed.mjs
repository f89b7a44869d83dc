import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasTools, whatIsMissing } from "./install/what-is-missing.mjs";

// The scripts in *.mjs run on any Node (20 or newer), before anything is installed: plain JavaScript without dependencies.
// Everything else runs on the Node that package.json pins.

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const installedBin = join(root, "node_modules", ".bin");
/** npm's own record of what is installed, which it writes last. */
const record = join(root, "node_modules", ".package-lock.json");
/** A cache of compiled code, which saves the next start and each thread a third of their loading; without write access there is none. */
const compiled = join(root, "node_modules", ".cache", "compiled");

/**
 * Installs what package-lock.json lists and node_modules lacks; ends the process on failure. Without `withTools` it leaves out
 * what only tests, checks, films and screenshots need ("devDependencies"), unless that is installed already.
 */
export async function ensureInstalled({ withTools = false } = {}) {
  const installed = existsSync(record) ? readPackages(record) : null;
  const missing = whatIsMissing(readPackages(join(root, "package-lock.json")), installed, withTools);
  if (!missing) return;
  console.log(`Installing dependencies (${missing.reason}) …`);
  const started = Date.now();
  // npm removes node_modules first, so npm itself must not run on the Node inside it.
  const PATH = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.endsWith(join("node_modules", ".bin")));
  const env = { ...process.env, PATH: PATH.join(delimiter) };
  const progress = setInterval(() => console.log(`  ${countInstalled()} packages after ${seconds(started)}`), 10_000);
  const code = await run("npm", npmArguments(missing.addsTools, withTools || hasTools(installed)), { env });
  clearInterval(progress);
  if (code !== 0) fail(`Installing the dependencies failed: see what npm said above.`);
  console.log(`Dependencies installed in ${seconds(started)}`);
}

function npmArguments(addsTools, withTools) {
  // Its warnings are for authors of packages: about old packages, and about engines, though the pinned Node runs them all.
  const quiet = ["--loglevel=error", "--no-progress", "--no-audit", "--no-fund"];
  // These override NODE_ENV and the machine's npm settings.
  const kinds = [withTools ? "--include=dev" : "--omit=dev", "--include=optional", "--include=peer"];
  if (!addsTools) return ["ci", ...kinds, ...quiet];
  // A server may be running from node_modules, so nothing in there may be replaced. npm would replace everything if a file is
  // newer than its record, and our caches are.
  utimesSync(record, new Date(), new Date());
  return ["install", "--no-save", ...kinds, ...quiet];
}

/** Runs a program of the repository on the pinned Node (arguments: a file and its own); returns its exit code. */
export function runPinned(args, options = {}) {
  const PATH = [installedBin, process.env.PATH ?? ""].join(delimiter);
  const env = { NODE_COMPILE_CACHE: compiled, ...process.env, PATH, ...options.env };
  return run(pinnedNode(), args, { ...options, env });
}

/** Runs a program on our terminal until it ends, passing on SIGINT and SIGTERM once each; returns its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
    const forward = (signal) => child.kill(signal);
    // Ctrl-C also reaches the child from the terminal, and npm passes on its signals: the child copes with repeats.
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    const listeners = signals.map((signal) => {
      let passed = false;
      const listener = () => {
        if (!passed) forward(signal);
        passed = true;
      };
      process.on(signal, listener);
      return [signal, listener];
    });
    const finish = (code) => {
      for (const [signal, listener] of listeners) process.off(signal, listener);
      resolve(code);
    };
    child.on("error", (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      finish(1);
    });
    child.on("exit", (code, signal) => finish(code ?? 128 + constants.signals[signal]));
  });
}

/** Prints one clear line and ends the process with exit code 1. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Writes the time since `started` (milliseconds) for people, such as "3.2 s". */
export function seconds(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}

function pinnedNode() {
  const pinned = join(installedBin, "node");
  if (existsSync(pinned)) return pinned;
  // There is no such package for this machine.
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  return fail(
    `Node 24 is missing: npm has none for ${process.platform} on ${process.arch}. Start with Node 24 or newer.`,
  );
}

/** Counts the installed packages; npm first makes their folders and then fills them one by one. */
function countInstalled() {
  const list = (folder) => (existsSync(folder) ? readdirSync(folder) : []);
  const modules = join(root, "node_modules");
  const names = list(modules).flatMap((name) =>
    name.startsWith("@") ? list(join(modules, name)).map((own) => join(name, own)) : [name],
  );
  return names.filter((name) => existsSync(join(modules, name, "package.json"))).length;
}

function readPackages(lockFile) {
  return JSON.parse(readFileSync(lockFile, "utf8")).packages;
}
