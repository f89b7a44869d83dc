import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { BufferSource, EncodedPacketSink, Input, WEBM } from "mediabunny";
import { describe, expect, test } from "vitest";
import { screenTexts } from "../../server/src/testing/labels/screen-texts.ts";
import { readCaptions, writeCaptions } from "./captions.ts";
import { filmHeight, filmWidth } from "./film.ts";
import { recordings } from "./recordings.ts";

const folder = join(import.meta.dirname, "..", "..", "web", "public", "videos");
const fileOf = (name: string, ending: string) => join(folder, `${name}.${ending}`);
const mostBytes = 2_000_000;
/** How many seconds a player may have to decode before it shows the place it jumped to. */
const mostBetweenKeys = 13;
const isOnScreen = screenTexts();
const labelsIn = (text: string) => [...text.matchAll(/“([^”]*)”/g)].map(([, label = ""]) => label);

test("the recordings are the four quick starts and the landing page's film, each with captions and a poster", () => {
  const names = ["getting-started", "email-integration", "shopify-connection", "managing-tickets", "see-it-in-action"];
  expect(recordings.map(({ name }) => name)).toEqual(names);
  const files = names.flatMap((name) => ["webm", "vtt", "webp"].map((ending) => `${name}.${ending}`));
  expect(readdirSync(folder).sort()).toEqual(files.sort());
});

test("a label is a whole text on a screen, not a part of one", () => {
  expect(["Send Reply", "Update Status", "First steps", "Polish"].filter(isOnScreen)).toHaveLength(4);
  expect(["send reply", "Send", "Polished!", ""].filter(isOnScreen)).toEqual([]);
  expect(labelsIn("“Send Reply”, and then “Close”.")).toEqual(["Send Reply", "Close"]);
});

test("captions read back as written", () => {
  const cues = [
    { from: 0, to: 2.5, text: "One", place: "bottom" as const },
    { from: 2.5, to: 3725.042, text: "Two “words”", place: "top" as const },
  ];
  expect(readCaptions(writeCaptions(cues))).toEqual(cues);
  expect(() => readCaptions("00:00:00.000 --> 00:00:01.000\nNo head")).toThrow();
  expect(() => readCaptions("WEBVTT\n\n00:00.000 --> 00:00:01.000\nOdd time")).toThrow();
  expect(() => readCaptions("WEBVTT\n\n00:00:00.000 --> 00:00:01.000")).toThrow();
});

describe.each(recordings)("$name", ({ name, lasts: [shortest, longest] }) => {
  const cues = existsSync(fileOf(name, "vtt")) ? readCaptions(readFileSync(fileOf(name, "vtt"), "utf8")) : [];

  test("is a WebM that a player can jump about in, of the right size and length", async () => {
    expect(statSync(fileOf(name, "webm")).size).toBeLessThan(mostBytes);
    const file = readFileSync(fileOf(name, "webm"));
    const input = new Input({ source: new BufferSource(file), formats: [WEBM] });
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Error("There is no picture");
    expect(await input.getMimeType()).toBe('video/webm; codecs="vp09.00.31.08"');
    expect(await track.getColorSpace()).toEqual({
      primaries: "bt709",
      transfer: "bt709",
      matrix: "bt709",
      fullRange: false,
    });
    expect([await track.getDisplayWidth(), await track.getDisplayHeight()]).toEqual([filmWidth, filmHeight]);
    expect(await input.getFirstTimestamp()).toBe(0);
    const length = await input.computeDuration();
    expect(length).toBeGreaterThanOrEqual(shortest);
    expect(length).toBeLessThanOrEqual(longest);
    // Players show this length before they have read the whole file.
    expect(await input.getDurationFromMetadata()).toBeCloseTo(length, 1);
    const keys: number[] = [];
    for await (const { type, timestamp } of new EncodedPacketSink(track).packets()) {
      if (type === "key") keys.push(timestamp);
    }
    const gaps = [...keys, length].map((at, index, all) => at - (all[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(mostBetweenKeys);
    expect(pointsIn(file)).toBeGreaterThan(length / mostBetweenKeys);
  });

  test("has captions from its first second to its last, each for as long as it takes to read", async () => {
    const input = new Input({ source: new BufferSource(readFileSync(fileOf(name, "webm"))), formats: [WEBM] });
    const length = await input.computeDuration();
    expect(cues.length).toBeGreaterThan(4);
    expect(cues[0]?.from).toBeLessThan(0.5);
    expect(Math.abs((cues.at(-1)?.to ?? 0) - length)).toBeLessThan(0.5);
    for (const [index, { from, to, text }] of cues.entries()) {
      expect(from).toBe(index === 0 ? from : cues[index - 1]?.to);
      expect(to - from).toBeGreaterThanOrEqual(2);
      expect(text.length / (to - from)).toBeLessThan(20);
      expect(text).toMatch(/^[“A-Z][^\n]{9,99}[.!?]$/);
    }
  });

  test("quotes labels as they stand on the screens", () => {
    const labels = cues.flatMap(({ text }) => labelsIn(text));
    expect(labels.length).toBeGreaterThan(2);
    expect(labels.filter((label) => !isOnScreen(label))).toEqual([]);
  });

  test("has a poster of its own size", () => {
    const poster = readFileSync(fileOf(name, "webp"));
    expect(poster.length).toBeLessThan(80_000);
    expect([poster.toString("latin1", 0, 4), poster.toString("latin1", 8, 16)]).toEqual(["RIFF", "WEBPVP8X"]);
    expect([poster.readUIntLE(24, 3) + 1, poster.readUIntLE(27, 3) + 1]).toEqual([filmWidth, filmHeight]);
  });
});

/** Counts the points in a WebM's index: its Cues, the last element, with one CuePoint each (RFC 9559, section 5.1.5). */
function pointsIn(webm: Buffer): number {
  const cues = webm.lastIndexOf(Buffer.from([0x1c, 0x53, 0xbb, 0x6b]));
  const cuePoint = 0xbb;
  let points = 0;
  for (let at = cues + 4 + sizeAt(webm, cues + 4).length; cues >= 0 && webm[at] === cuePoint; points++) {
    const { length, value } = sizeAt(webm, at + 1);
    at += 1 + length + value;
  }
  return points;
}

/** Returns an element's size, and how many bytes encode it (RFC 8794, section 4). */
function sizeAt(webm: Buffer, at: number): { length: number; value: number } {
  const length = Math.clz32(webm[at] ?? 0) - 23;
  return { length, value: webm.readUIntBE(at, length) - 2 ** (7 * length) };
}
