const white = "#ffffff";
const ink = "#14141f";

/** White or near-black, whichever can be read better on the least favourable of the backgrounds (WCAG 2.2 contrast). */
export function readableOn(...backgrounds: readonly string[]): string {
  const worst = (text: string) => Math.min(...backgrounds.map((background) => contrast(text, background)));
  return worst(white) >= worst(ink) ? white : ink;
}

/** The contrast ratio of two colours of the form #rrggbb, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
