import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** How long the machine's audio takes to start. */
let startMs: number;
let notes: number;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  notes = 0;
  vi.stubGlobal("AudioContext", FakeAudio);
  vi.stubGlobal("OscillatorNode", FakeTone);
  vi.stubGlobal("GainNode", FakeGain);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

class FakeAudio {
  state = "suspended";
  currentTime = 0;
  async resume() {
    await new Promise((resolve) => setTimeout(resolve, startMs));
    this.state = "running";
  }
}

class FakeTone {
  connect = (to: unknown) => to;
  start = () => {
    notes += 1;
  };
  stop = () => undefined;
}

class FakeGain extends FakeTone {
  gain = {
    setValueAtTime: () => undefined,
    linearRampToValueAtTime: () => undefined,
    exponentialRampToValueAtTime: () => undefined,
  };
}

/** Plays a page's first sound. Returns whether it was reported as heard by the given time. */
async function playFirst({ isUsed, starts }: { isUsed: boolean; starts: number }) {
  let isHeard: boolean | undefined;
  startMs = starts;
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: isUsed } });
  const { playSound } = await import("./play-sound.ts");
  void playSound().then((answer) => {
    isHeard = answer;
  });
  return async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return isHeard;
  };
}

test("the first sound of a used page waits for slow audio", async () => {
  const heardAfter = await playFirst({ isUsed: true, starts: 2_000 });
  expect(await heardAfter(1_999)).toBeUndefined();
  expect(await heardAfter(1)).toBe(true);
  expect(notes).toBe(2);
});

test("audio that does not start is given up, and not heard later", async () => {
  const heardAfter = await playFirst({ isUsed: true, starts: 60_000 });
  expect(await heardAfter(59_999)).toBe(false);
  expect(await heardAfter(1)).toBe(false);
  expect(notes).toBe(0);
});

test("an unused page stays silent without waiting", async () => {
  const heardAfter = await playFirst({ isUsed: false, starts: 2_000 });
  expect(await heardAfter(299)).toBeUndefined();
  expect(await heardAfter(1)).toBe(false);
  await vi.runAllTimersAsync();
  expect(notes).toBe(0);
});
