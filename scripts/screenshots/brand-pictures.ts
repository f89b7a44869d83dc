import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";

const web = join(import.meta.dirname, "..", "..", "web");
const font = join(import.meta.dirname, "..", "..", "node_modules", "@fontsource-variable", "inter");

/** The pictures to draw, by file name: each is a page of exactly that size. */
type Drawing = { width: number; height: number; html: string; isClear?: boolean };

/** Draws the social image and icons as PNG, and the favicon, with the names that the pages and the manifest use. */
export async function drawBrandPictures(browser: Browser, heroShot: string): Promise<[string, Buffer][]> {
  const mark = readFileSync(join(web, "public", "icon.svg"), "utf8");
  const draw = async ({ width, height, html, isClear = false }: Drawing) => {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(html);
    await page.evaluate(async () => void (await document.fonts.ready));
    const picture = await page.screenshot({ omitBackground: isClear });
    await page.close();
    return picture;
  };
  const icon = (size: number, rounded: boolean) =>
    draw({ width: size, height: size, html: iconPage(mark, rounded), isClear: rounded });
  return [
    ["social.png", await draw({ width: 1200, height: 630, html: socialPage(mark, heroShot) })],
    // Apple rounds the corners itself, and paints transparent parts black.
    ["apple-touch-icon.png", await icon(180, false)],
    ["icon-192.png", await icon(192, true)],
    ["icon-512.png", await icon(512, true)],
    ["favicon.ico", wrapAsIcon([await icon(16, true), await icon(32, true), await icon(48, true)])],
  ];
}

function iconPage(mark: string, rounded: boolean): string {
  const whole = rounded ? mark : mark.replace(/ rx="\d+"/, "");
  return `<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${whole}`;
}

function socialPage(mark: string, heroShot: string): string {
  const inter = asDataUrl(join(font, "files", "inter-latin-wght-normal.woff2"), "font/woff2");
  const shot = asDataUrl(heroShot, "image/webp");
  return `<style>
    @font-face { font-family: Inter; src: url(${inter}); font-weight: 100 900 }
    * { margin: 0; box-sizing: border-box }
    body { width: 1200px; height: 630px; overflow: hidden; background: #0b0d12; color: #e7eaf0; font-family: Inter; position: relative }
    header { position: absolute; left: 64px; top: 60px; display: flex; gap: 18px; align-items: center; font-size: 34px; font-weight: 600 }
    header svg { width: 56px; height: 56px }
    h1 { position: absolute; left: 64px; top: 196px; width: 520px; font-size: 62px; line-height: 1.08; letter-spacing: -0.025em; font-weight: 650 }
    p { position: absolute; left: 64px; bottom: 64px; width: 480px; font-size: 25px; line-height: 1.4; color: #a3adbd }
    img { position: absolute; left: 620px; top: 96px; width: 900px; border-radius: 14px; border: 1px solid #252b38; box-shadow: 0 24px 80px #000c }
  </style>
  <header>${mark}Deskhand</header>
  <h1>Every customer e-mail, beside its order</h1>
  <p>The open-source help desk for online stores</p>
  <img src="${shot}" alt="">`;
}

function asDataUrl(path: string, type: string): string {
  return `data:${type};base64,${readFileSync(path).toString("base64")}`;
}

const headBytes = 6;
const entryBytes = 16;
/** The position of a PNG's width (PNG specification, section 11.2.1). */
const widthAt = 16;

/** Packs square PNGs of at most 256 pixels into one ICO file, which browsers request as /favicon.ico. */
function wrapAsIcon(pngs: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(headBytes + entryBytes * pngs.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pngs.length, 4);
  let at = head.length;
  for (const [index, png] of pngs.entries()) {
    const size = png.readUInt32BE(widthAt);
    if (size > 256) throw new Error(`An icon of ${size} pixels is too large for an ICO file`);
    const entry = headBytes + index * entryBytes;
    // The format writes 256 as 0.
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += png.length;
  }
  return Buffer.concat([head, ...pngs]);
}
