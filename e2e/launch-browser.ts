import { type Browser, chromium } from "playwright";

/**
 * Each window of Chromium 156 draws the suggestions of its address bar by two pages of its own, in a process of their own:
 * half a second of a core for each page that a journey opens, and nobody sees them.
 */
const unseen = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** A process in reserve for each new browser of a journey, which its one page seldom takes: a tenth of what opening it costs. */
const inReserve = "SpareRendererForSitePerProcess";

/** What Playwright turns off in Chromium by itself: the last list that is given holds alone. */
const ofPlaywright = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** Starts the Chromium that CHROMIUM names, without windows. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM;
  if (!executablePath)
    throw new Error("CHROMIUM must name the browser's program; npm test -- browser finds it by itself");
  const features = [...ofPlaywright, ...unseen, inReserve].join(",");
  return chromium.launch({ executablePath, args: [`--disable-features=${features}`] });
}
