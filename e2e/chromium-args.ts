/**
 * Each window of Chromium 156 draws the suggestions of its address bar by two pages of its own, in a process of their own:
 * half a second of a core for each page that a test opens, and nobody sees them.
 */
const unseen = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** A process in reserve for each new browser of a test, which its one page seldom takes: a tenth of what opening it costs. */
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

/** What tests start Chromium with, so that it does nothing that they do not look at. */
export const chromiumArgs = [`--disable-features=${[...ofPlaywright, ...unseen, inReserve].join(",")}`];
