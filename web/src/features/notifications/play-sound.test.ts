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

/** Plays the first sound since the page was loaded. Returns whether it says that it was heard, and after how long. */
async function playFirst({ isUsed, starts }: { isUsed: boolean; starts: number }) {
  startMs = starts;
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: isUsed } });
  const { playSound } = await import("./play-sound.ts");
  const began = Date.now();
  const playing = playSound().then((isHeard) => ({ isHeard, afterMs: Date.now() - began }));
  await vi.runAllTimersAsync();
  return playing;
}

test("the first sound of a page that was used waits for audio that starts slowly", async () => {
  expect(await playFirst({ isUsed: true, starts: 2_000 })).toEqual({ isHeard: true, afterMs: 2_000 });
  expect(notes).toBe(2);
});

test("audio that does not start is given up in the end, and is not heard later", async () => {
  expect(await playFirst({ isUsed: true, starts: 60_000 })).toMatchObject({ isHeard: false });
  expect(notes).toBe(0);
});

test("a page that nobody has used yet keeps silent at once", async () => {
  expect(await playFirst({ isUsed: false, starts: 2_000 })).toEqual({ isHeard: false, afterMs: 300 });
  expect(notes).toBe(0);
});
