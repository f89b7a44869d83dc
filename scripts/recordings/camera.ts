import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession, Page } from "playwright";
import { type Cue, type Cursor, type Film, type Frame, filmWidth } from "./film.ts";

/**
 * Films pages with a clock of its own. A hand's movements take as long as a real hand's, no matter how long the machine needs for
 * the pictures; while the product works, the film runs at the machine's speed.
 */
export interface Camera {
  /** Seconds of film so far. */
  now(): number;
  /** Films this page from now on. */
  show(page: Page): Promise<void>;
  page(): Page;
  cursor: Cursor;
  /** Takes a picture after this many seconds of film. */
  step(seconds: number): Promise<void>;
  /** Films for this many seconds. */
  watch(seconds: number): Promise<void>;
  /** Films until the promise settles, and returns its value. */
  watchUntil<T>(happening: Promise<T>): Promise<T>;
  /** Shows a caption from now on, once the previous one has been readable long enough. */
  say(text: string, place?: Cue["place"]): Promise<void>;
  /** Films until the last caption could be read. */
  finishReading(): Promise<void>;
  /** Uses the present picture as the film's poster. */
  markPoster(): void;
  develop(): Film;
}

const betweenPictures = 35;
const longestCapture = 1_500;
const charactersASecond = 14;
const shortestCaption = 2.4;

/** Opens a camera that shows pages `width` pixels wide. */
export function openCamera(width: number): Camera {
  const pictures: Buffer[] = [];
  const frames: Frame[] = [];
  const cues: Cue[] = [];
  const sessions = new Map<Page, CDPSession>();
  const cursor: Cursor = { x: width / 2, y: width / 3, press: 0 };
  let shown: Page | undefined;
  let clock = 0;
  let poster = 0;
  let isCut = true;

  const page = (): Page => {
    if (!shown) throw new Error("The camera is shown no page yet");
    return shown;
  };
  async function capture(attempts = 20): Promise<Buffer> {
    const session = sessions.get(page()) ?? (await page().context().newCDPSession(page()));
    sessions.set(page(), session);
    const taken = session.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
    // A page that leaves for another website cannot be pictured for a moment: the request fails or never returns.
    const answer = await Promise.race([taken.catch(() => null), sleep(longestCapture, null)]);
    if (answer) return Buffer.from(answer.data, "base64");
    if (attempts === 1) throw new Error(`No picture could be taken of ${page().url()}`);
    sessions.delete(page());
    await sleep(betweenPictures);
    return capture(attempts - 1);
  }
  async function take(at: () => number): Promise<void> {
    const picture = await capture();
    const before = pictures.at(-1);
    if (!before?.equals(picture)) pictures.push(picture);
    const frame = { at: at(), picture: pictures.length - 1, cursor: { ...cursor }, isCut };
    isCut = false;
    if (!isSame(frames.at(-1), frame)) frames.push(frame);
  }
  async function step(seconds: number): Promise<void> {
    clock += seconds;
    await take(() => clock);
  }
  async function watchUntil<T>(happening: Promise<T>): Promise<T> {
    const [start, before] = [performance.now(), clock];
    const elapsed = () => before + (performance.now() - start) / 1000;
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    happening.then(end, end);
    while (!isOver) {
      await take(elapsed);
      await sleep(betweenPictures);
    }
    clock = elapsed();
    await take(() => clock);
    return happening;
  }
  const watch = async (seconds: number) => {
    if (seconds > 0) await watchUntil(sleep(seconds * 1000));
  };
  const finishReading = async () => {
    const spoken = cues.at(-1);
    if (spoken) await watch(spoken.from + readingTime(spoken.text) - clock);
  };
  return {
    page,
    cursor,
    step,
    watchUntil,
    watch,
    finishReading,
    now: () => clock,
    async show(next) {
      shown = next;
      isCut = true;
      await next.evaluate(async () => void (await document.fonts.ready));
      await step(frames.length === 0 ? 0 : 0.001);
    },
    async say(text, place = "bottom") {
      await finishReading();
      const spoken = cues.at(-1);
      if (spoken) spoken.to = clock;
      cues.push({ from: clock, to: clock, text, place });
    },
    markPoster() {
      poster = frames.length - 1;
    },
    develop() {
      const last = cues.at(-1);
      if (last) last.to = clock;
      return { pictures, frames, cues, length: clock, poster, scale: filmWidth / width };
    },
  };
}

/** Returns how many seconds a caption needs to be read. */
function readingTime(text: string): number {
  return Math.max(shortestCaption, 0.6 + text.length / charactersASecond);
}

function isSame(before: Frame | undefined, frame: Frame): boolean {
  if (before?.picture !== frame.picture) return false;
  const [was, is] = [before.cursor, frame.cursor];
  return was.x === is.x && was.y === is.y && was.press === is.press;
}
