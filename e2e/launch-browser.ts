import { type Browser, chromium } from "playwright";
import { chromiumArgs } from "./chromium-args.ts";

/** Starts the Chromium that CHROMIUM names, without windows. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM;
  if (!executablePath)
    throw new Error("CHROMIUM must name the browser's program; npm test -- browser finds it by itself");
  return chromium.launch({ executablePath, args: chromiumArgs });
}
