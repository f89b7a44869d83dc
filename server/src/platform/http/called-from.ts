import type { FastifyRequest } from "fastify";
import type { CalledFrom } from "../db/tenant.ts";

/** From where a request came. */
export function calledFrom({ ip, headers }: Pick<FastifyRequest, "ip" | "headers">): CalledFrom {
  return { ip: plainIp(ip), userAgent: headers["user-agent"] };
}

/** An IPv4 address without what a socket of both families puts before it; null for none. */
export function plainIp(ip: string | null | undefined): string | null {
  return ip?.replace(/^::ffff:(?=[\d.]+$)/, "") || null;
}

type Device = { device: string; isHandheld: boolean };

/** Browsers name those they descend from as well, so who comes first here is the one. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Headless)?(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
  [/\bcurl\//i, "curl"],
];

const systems: [RegExp, string, boolean][] = [
  [/\biPhone\b/, "iPhone", true],
  [/\biPad\b/, "iPad", true],
  [/\bAndroid\b/, "Android", true],
  [/\bCrOS\b/, "ChromeOS", false],
  [/\bWindows\b/, "Windows", false],
  [/\bMac(?:intosh| OS X)\b/, "macOS", false],
  [/\bLinux\b/, "Linux", false],
];

/** A browser's User-Agent in words, as "Chrome on Windows". */
export function deviceOf(userAgent: string | null | undefined): Device {
  const text = (userAgent ?? "").slice(0, 500);
  const browser = browsers.find(([sign]) => sign.test(text))?.[1];
  const system = systems.find(([sign]) => sign.test(text));
  const isHandheld = system?.[2] ?? false;
  if (!system) return { device: browser ?? "Unknown device", isHandheld };
  return { device: `${browser ?? "Unknown browser"} on ${system[1]}`, isHandheld };
}
