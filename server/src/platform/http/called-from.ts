import type { FastifyRequest } from "fastify";
import type { CalledFrom } from "../db/tenant.ts";

/** Returns a request's address and browser. */
export function calledFrom({ ip, headers }: Pick<FastifyRequest, "ip" | "headers">): CalledFrom {
  return { ip: plainIp(ip), userAgent: headers["user-agent"] };
}

/** Strips the IPv6 prefix of an IPv4 address; null for none. */
export function plainIp(ip: string | null | undefined): string | null {
  return ip?.replace(/^::ffff:(?=[\d.]+$)/, "") || null;
}

type Device = { device: string; isHandheld: boolean };

/** Browsers also name the ones they descend from, so the first match counts. */
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

/** Describes a browser's User-Agent, as "Chrome on Windows". */
export function deviceOf(userAgent: string | null | undefined): Device {
  const text = (userAgent ?? "").slice(0, 500);
  const browser = browsers.find(([pattern]) => pattern.test(text))?.[1];
  const system = systems.find(([pattern]) => pattern.test(text));
  const isHandheld = system?.[2] ?? false;
  if (!system) return { device: browser ?? "Unknown device", isHandheld };
  return { device: `${browser ?? "Unknown browser"} on ${system[1]}`, isHandheld };
}
