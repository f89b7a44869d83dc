import { readFile } from "node:fs/promises";
import v8 from "node:v8";

/** Thrice what a logo is shown at. */
const most = { width: 600, height: 180 };
/** 128 MB, in pages of 64 kB: what wants more fails here, and takes nothing from anybody else. */
const memoryPages = 2_048;

/** Of texts, which come out as pictures whatever font they ask for. */
const fonts = [
  import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"),
  import.meta.resolve("@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2"),
  import.meta.resolve("@fontsource-variable/inter/files/inter-greek-wght-normal.woff2"),
  import.meta.resolve("@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2"),
];

async function load() {
  // Before the module is compiled.
  v8.setFlagsFromString(`--wasm-max-mem-pages=${memoryPages}`);
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  await initWasm(await readFile(new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
  const fontBuffers = await Promise.all(fonts.map(async (font) => new Uint8Array(await readFile(new URL(font)))));
  return { Resvg, font: { fontBuffers, loadSystemFonts: false, defaultFontFamily: "Inter Variable" } };
}

let loaded: ReturnType<typeof load> | undefined;

/**
 * Draws an SVG as a PNG, in base64, as large as logos need it. It loads nothing from anywhere and runs nothing. Throws when it
 * cannot be drawn, or when there is nothing to be seen in it.
 */
export async function drawSvg(svg: string): Promise<string> {
  loaded ??= load();
  const { Resvg, font } = await loaded;
  const { width, height } = new Resvg(svg, { font });
  const scale = Math.min(most.width / width, most.height / height);
  if (!(width * scale >= 1 && height * scale >= 1)) throw new Error("It is too thin to be drawn");
  const drawn = new Resvg(svg, { font, fitTo: { mode: "zoom", value: scale } }).render();
  if (!drawn.pixels.some((value, at) => at % 4 === 3 && value > 0)) throw new Error("It is empty");
  return Buffer.from(drawn.asPng()).toString("base64");
}
