/// <reference types="node" />
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const readCss = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
const tokens = readCss("tokens.css");

function token(name: string): number[] {
  const hex = new RegExp(`--color-${name}: #([0-9a-f]{6});`).exec(tokens)?.[1];
  if (hex === undefined) throw new Error(`tokens.css has no colour "${name}"`);
  return channels(hex);
}

function channels(hex: string): number[] {
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

const mix = (top: number[], under: number[], share: number) =>
  top.map((value, i) => value * share + (under[i] ?? 0) * (1 - share));

function luminance(colour: number[]): number {
  const [r = 0, g = 0, b = 0] = colour.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of WCAG 2.2. */
function contrast(a: number[], b: number[]): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const surfaces = ["canvas", "panel", "raised", "hover"];

test.each(surfaces)("text is readable on %s", (surface) => {
  for (const name of ["ink", "soft", "accent", "red"]) {
    expect.soft(contrast(token(name), token(surface)), `${name} on ${surface}`).toBeGreaterThanOrEqual(4.5);
  }
});

test("labels are readable: faint on dark surfaces, its lighter shade on raised ones", () => {
  const shade = /@utility on-raised \{\s*--color-faint: #([0-9a-f]{6})/.exec(readCss("utilities.css"));
  const raised = channels(shade?.[1] ?? "");
  for (const surface of ["canvas", "panel"])
    expect(contrast(token("faint"), token(surface))).toBeGreaterThanOrEqual(4.5);
  for (const surface of ["raised", "hover"]) expect(contrast(raised, token(surface))).toBeGreaterThanOrEqual(4.5);
});

test.each(["blue", "violet", "amber", "green", "grey", "red"])(
  "a %s pill is readable on every surface it is used on",
  (tone) => {
    for (const surface of ["canvas", "panel", "raised"]) {
      const fill = mix(token(tone), token(surface), 0.14);
      expect.soft(contrast(token(tone), fill), `on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  },
);

test("white on the primary button and dark on the counter are readable", () => {
  expect(contrast(token("white"), token("primary-fill"))).toBeGreaterThanOrEqual(4.5);
  expect(contrast(token("white"), token("primary-press"))).toBeGreaterThanOrEqual(4.5);
  expect(contrast(token("canvas"), token("red"))).toBeGreaterThanOrEqual(4.5);
});

test("the edge of a control stands out from its background", () => {
  for (const surface of ["canvas", "panel", "raised"])
    expect(contrast(token("edge"), token(surface))).toBeGreaterThanOrEqual(3);
});
