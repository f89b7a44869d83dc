import type { Browser } from "playwright";
import type { Film } from "./film.ts";
import { emailIntegration } from "./scenes/email-integration.ts";
import { gettingStarted } from "./scenes/getting-started.ts";
import { managingTickets } from "./scenes/managing-tickets.ts";
import { seeItInAction } from "./scenes/see-it-in-action.ts";
import { shopifyConnection } from "./scenes/shopify-connection.ts";
import { onStage, type Stage } from "./stage.ts";

/** A film in the product: in the help center, or on the landing page. */
export interface Recording {
  /** The name of its files in web/public/videos. */
  name: string;
  /** The width of the filmed pages, in their pixels: a smaller one gives larger letters. */
  width: number;
  /** Its shortest and longest length, in seconds. */
  lasts: readonly [number, number];
  play(stage: Stage): Promise<void>;
}

const quickStart = [30, 75] as const;

/** All recordings. Those of the administration are wider, as its menu stands beside its screens from 1280 pixels on. */
export const recordings: readonly Recording[] = [
  { name: "getting-started", width: 1280, lasts: quickStart, play: gettingStarted },
  { name: "email-integration", width: 1280, lasts: quickStart, play: emailIntegration },
  { name: "shopify-connection", width: 1280, lasts: quickStart, play: shopifyConnection },
  { name: "managing-tickets", width: 1152, lasts: quickStart, play: managingTickets },
  { name: "see-it-in-action", width: 1152, lasts: [90, 150], play: seeItInAction },
];

/** Plays a recording's scene before a camera. */
export async function film(browser: Browser, { width, play }: Recording): Promise<Film> {
  return onStage(browser, width, async (stage) => {
    await play(stage);
    await stage.camera.finishReading();
    await stage.camera.watch(1);
    return stage.camera.develop();
  });
}
