import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Settings } from "../platform/settings.ts";
import type { DemoShopHome } from "./demo-shop.ts";

const root = resolve(import.meta.dirname, "../../..");
const program = join(root, "stand-ins", "shopify", "main.ts");
const patience = 2_000;

/**
 * Runs the stand-in for Shopify, with the demo store or one to be connected, in a process of its own that ends with this one, however this one ends.
 * Whatever becomes of it, the server goes on. Returns what stops it; null where its program is not installed.
 */
export function runDemoShop(
  { publicUrl }: Settings,
  { port, file }: DemoShopHome,
  warn: (message: string) => void,
): (() => Promise<void>) | null {
  if (!existsSync(program) || !existsSync(file)) return null;
  const given = [String(port), "--data", file, "--app", publicUrl, "--with-parent"];
  // Its standard input is how it notices that we are gone.
  const child = spawn(process.execPath, ["--max-semi-space-size=4", program, ...given], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  let isStopping = false;
  child.on("error", (error) => warn(`The stand-in for Shopify did not start: ${error.message}`));
  child.on("exit", (code, signal) => {
    if (!isStopping)
      warn(`The stand-in for Shopify ended (${signal ?? code}); its stores cannot be reached until the next start`);
  });
  child.stdin.on("error", () => undefined);
  return async () => {
    isStopping = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.stdin.end();
    await Promise.race([once(child, "exit"), sleep(patience, undefined, { ref: false })]);
    child.kill("SIGKILL");
  };
}
