import { readFile } from "node:fs/promises";
import v8 from "node:v8";

/** Three times the size at which logos are shown. */
const maxSize = { width: 600, height: 180 };
/** 128 MB in pages of 64 kB; a drawing that needs more fails without harming others. */
const memoryPages = 2_048;

/** Fonts for text, which becomes part of the picture whatever font it asks for. */
const fonts = [
  import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"),
  import.meta.resolve("@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2"),
  import.meta.resolve("@fontsource-variable/inter/files/inter-greek-wght-normal.woff2"),
  import.meta.resolve("@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2"),
];

async function load() {
  // Has to be set before the module is compiled.
  v8.setFlagsFromString(`--wasm-max-mem-pages=${memoryPages}`);
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  await initWasm(await readFile(new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
  const fontBuffers = await Promise.all(fonts.map(async (font) => new Uint8Array(await readFile(new URL(font)))));
  return { Resvg, font: { fontBuffers, loadSystemFonts: false, defaultFontFamily: "Inter Variable" } };
}

let loaded: ReturnType<typeof load> | undefined;

/**
 * Draws an SVG as a PNG, in base64, in the size that logos need. It loads and runs nothing. Throws if the SVG cannot be drawn, or shows
 * nothing.
 */
export async function drawSvg(svg: string): Promise<string> {
  loaded ??= load();
  const { Resvg, font } = await loaded;
  const { width, height } = new Resvg(svg, { font });
  const scale = Math.min(maxSize.width / width, maxSize.height / height);
  if (!(width * scale >= 1 && height * scale >= 1)) throw new Error("It is too thin to be drawn");
  const drawn = new Resvg(svg, { font, fitTo: { mode: "zoom", value: scale } }).render();
  if (!drawn.pixels.some((value, at) => at % 4 === 3 && value > 0)) throw new Error("It is empty");
  return Buffer.from(drawn.asPng()).toString("base64");
}
