/**
 * For each window, Chromium 156 draws the suggestions of its address bar in two more pages with a process of their own. That
 * costs half a second of a core per opened page, and nobody sees them.
 */
const unseen = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** A spare process for each new browser, which its one page seldom uses; it takes a tenth of the time to open one. */
const inReserve = "SpareRendererForSitePerProcess";

/** What Playwright itself turns off in Chromium: only the last such list applies. */
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

/** Chromium's arguments in tests, which turn off what no test looks at. */
export const chromiumArgs = [`--disable-features=${[...ofPlaywright, ...unseen, inReserve].join(",")}`];
