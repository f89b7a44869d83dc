import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright";
import { buildWeb } from "./build-web.mjs";
import { findChromium } from "./find-chromium.mjs";
import { writeCaptions } from "./recordings/captions.ts";
import { encodeFilm } from "./recordings/encode-film.ts";
import { film, recordings } from "./recordings/recordings.ts";

// npm run recordings [-- NAME…]: films the product, each recording on a separate Deskhand, and writes the films, their captions
// and their posters to web/public/videos.

const names = process.argv.slice(2);
const unknown = names.filter((name) => !recordings.some((recording) => recording.name === name));
if (unknown.length > 0)
  throw new Error(
    `No such recording: ${unknown.join(", ")}. There are ${recordings.map(({ name }) => name).join(", ")}`,
  );

const folder = join(import.meta.dirname, "..", "web", "public", "videos");
mkdirSync(folder, { recursive: true });
await buildWeb();
const browser = await chromium.launch({ executablePath: findChromium() });
try {
  for (const recording of recordings.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const recorded = await film(browser, recording);
    const { webm, poster } = await encodeFilm(browser, recorded);
    const path = join(folder, recording.name);
    writeFileSync(`${path}.webm`, webm);
    writeFileSync(`${path}.webp`, poster);
    writeFileSync(`${path}.vtt`, writeCaptions(recorded.cues));
    const about = `${recorded.length.toFixed(1)} s, ${recorded.frames.length} frames, ${recorded.pictures.length} pictures`;
    console.log(`${recording.name}: ${about}, ${Math.round(webm.length / 1000)} kB`);
  }
} finally {
  await browser.close();
}
