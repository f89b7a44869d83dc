import type { Locator } from "playwright";
import { seededRandom } from "../../server/src/demo/random.ts";
import type { Camera } from "./camera.ts";

/** A person's hands at the desk; every action is filmed. */
export interface Hand {
  /** Moves the mouse onto an element, after scrolling it into view. */
  pointAt(target: Locator): Promise<void>;
  click(target: Locator): Promise<void>;
  /** Types at a person's speed into the focused element. */
  type(text: string): Promise<void>;
  /** Clicks a field and types into it. */
  fill(target: Locator, text: string): Promise<void>;
  press(key: string): Promise<void>;
  /** Scrolls what is under the mouse by this many pixels. */
  scroll(pixels: number): Promise<void>;
  /** Chooses an option of a select field. */
  choose(target: Locator, label: string): Promise<void>;
}

const picturesASecond = 30;
const frame = 1 / picturesASecond;
const pixelsASecond = 1_500;
const mostTurns = 200;
const turn = 26;
/** An element nearer to the screen's edge than this is scrolled away from it. */
const margin = 64;

/** Makes a hand for the mouse and keyboard of the page that the camera shows. */
export function handBefore(camera: Camera): Hand {
  const random = seededRandom(7);
  const { cursor } = camera;

  const turnWheel = (pixels: number) => camera.page().evaluate(scrollAt, { x: cursor.x, y: cursor.y, pixels });
  /** Turns the wheel until the target is on the screen, with some room around it. */
  async function reveal(target: Locator): Promise<void> {
    const { height } = camera.page().viewportSize() ?? { height: 0 };
    for (let turns = 0; turns < mostTurns; turns++) {
      const box = await target.boundingBox();
      if (!box) return;
      const below = Math.max(0, Math.min(box.y + box.height - (height - margin), box.y - margin));
      const above = Math.max(0, margin - box.y);
      if (below === 0 && above === 0) return;
      await turnWheel(below > 0 ? Math.min(below, turn) : -Math.min(above, turn));
      await camera.step(frame);
      const after = await target.boundingBox();
      // It cannot scroll any further.
      if (after?.y === box.y) break;
    }
    await target.scrollIntoViewIfNeeded();
  }
  async function pointAt(target: Locator): Promise<void> {
    await camera.watchUntil(target.waitFor());
    await reveal(target);
    const box = await target.boundingBox();
    if (!box) throw new Error(`Nothing to point at: ${target}`);
    // A person aims at the beginning of the words, not at the middle of a wide element.
    const to = { x: Math.round(box.x + Math.min(box.width / 2, 90)), y: Math.round(box.y + box.height / 2) };
    const from = { x: cursor.x, y: cursor.y };
    const steps = Math.round((0.4 + Math.hypot(to.x - from.x, to.y - from.y) / pixelsASecond) * picturesASecond);
    for (let at = 1; at <= steps; at++) {
      const part = eased(at / steps);
      cursor.x = from.x + (to.x - from.x) * part;
      // A hand does not move in a straight line.
      cursor.y = from.y + (to.y - from.y) * part + Math.sin(part * Math.PI) * (to.x - from.x) * 0.04;
      await camera.page().mouse.move(cursor.x, cursor.y);
      await camera.step(frame);
    }
  }
  async function click(target: Locator): Promise<void> {
    await pointAt(target);
    await camera.watch(0.25);
    const { mouse } = camera.page();
    await mouse.down();
    for (const press of [0.5, 1]) {
      cursor.press = press;
      await camera.step(frame);
    }
    await mouse.up();
    for (const press of [0.7, 0.4, 0.2, 0]) {
      cursor.press = press;
      await camera.step(frame);
    }
    await camera.watch(0.35);
  }
  async function type(text: string): Promise<void> {
    for (const character of text) {
      await camera.page().keyboard.type(character);
      await camera.step((/\s/.test(character) ? random.between(80, 130) : random.between(45, 90)) / 1000);
    }
    await camera.watch(0.3);
  }
  return {
    pointAt,
    click,
    type,
    async fill(target, text) {
      await click(target);
      await type(text);
    },
    async press(key) {
      await camera.page().keyboard.press(key);
      await camera.watch(0.5);
    },
    async scroll(pixels) {
      const steps = Math.ceil(Math.abs(pixels) / 24);
      for (let at = 0; at < steps; at++) {
        await turnWheel(pixels / steps);
        await camera.step(frame);
      }
      await camera.watch(0.4);
    },
    async choose(target, label) {
      await pointAt(target);
      await camera.watch(0.25);
      // A click would open the system's own list, which stays open until a click elsewhere.
      await target.focus();
      await target.selectOption({ label });
      await camera.watch(0.4);
    },
  };
}

/** Returns how far a movement is after a part of its time: it starts and ends slowly. */
function eased(part: number): number {
  return part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
}

/** Runs in the page: scrolls what is at this point at once, as the browser's own wheel glides by another clock. */
function scrollAt({ x, y, pixels }: { x: number; y: number; pixels: number }): void {
  for (let at = document.elementFromPoint(x, y); at !== null; at = at.parentElement) {
    const before = at.scrollTop;
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) at.scrollTop += pixels;
    if (at.scrollTop !== before) return;
  }
  window.scrollBy(0, pixels);
}
