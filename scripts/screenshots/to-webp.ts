/// <reference lib="dom" />

import type { Browser } from "playwright";

/** WebP's quality, at most 1: from here on text on screens stays sharp. */
const quality = 0.82;

/** Converts a PNG to a WebP that is `width` pixels wide, with the browser's own encoder. */
export async function toWebp(browser: Browser, png: Buffer, width: number): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    const encoded = await page.evaluate(drawAsWebp, {
      source: `data:image/png;base64,${png.toString("base64")}`,
      width,
      quality,
    });
    return Buffer.from(encoded, "base64");
  } finally {
    await page.close();
  }
}

async function drawAsWebp(given: { source: string; width: number; quality: number }): Promise<string> {
  const picture = new Image();
  picture.src = given.source;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = given.width;
  canvas.height = Math.round((picture.height * given.width) / picture.width);
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("This browser draws nothing");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", given.quality).replace(/^[^,]*,/, "");
}
