import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from "mediabunny";
import type { Browser, Page } from "playwright";
import { type Film, type Frame, filmHeight, filmWidth } from "./film.ts";
import { codec, type EncodedFrame, type FrameOrder, finishEncoding, startEncoding } from "./frame-encoder.ts";

/** Longer frames are repeated: not all players show one picture for as long as they are told. */
const longestFrame = 1;
const shortestFrame = 0.04;
/** The seconds between key frames, from which a player can start. */
const betweenKeyFrames = 12;

interface Encoded {
  webm: Uint8Array;
  /** A WebP picture. */
  poster: Uint8Array;
}

/** Makes a WebM of a film with the browser's encoder. */
export async function encodeFilm(browser: Browser, film: Film): Promise<Encoded> {
  const page = await browser.newPage();
  try {
    // Encoders work only on secure pages.
    await page.route("https://film.invalid/", (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Film</title>" }),
    );
    await page.goto("https://film.invalid/");
    await page.evaluate(startEncoding, { codec, width: filmWidth, height: filmHeight });
    await encodeFrames(page, film);
    const { frames, poster, decoderConfig } = await page.evaluate(finishEncoding);
    return { webm: await mux(frames, decoderConfig), poster: Buffer.from(poster, "base64") };
  } finally {
    await page.close();
  }
}

async function encodeFrames(page: Page, film: Film): Promise<void> {
  const [first] = film.frames;
  if (!first) throw new Error("Nothing was filmed");
  const frames = withRepeats([{ ...first, at: 0 }, ...film.frames.filter(({ at }) => at > 0)], film.length);
  const poster = film.frames[film.poster];
  let sent = -1;
  let keyAt = Number.NEGATIVE_INFINITY;
  for (const [index, { at, picture, cursor, isCut }] of frames.entries()) {
    const isKey = isCut || at - keyAt >= betweenKeyFrames;
    if (isKey) keyAt = at;
    const order: FrameOrder = {
      at: Math.round(at * 1e6),
      duration: Math.round(((frames[index + 1]?.at ?? film.length) - at) * 1e6),
      isKey,
      cursor,
      scale: film.scale,
      isPoster: poster?.at === at && poster.picture === picture,
      picture: picture === sent ? null : (film.pictures[picture]?.toString("base64") ?? null),
    };
    sent = picture;
    await page.evaluate((given) => window.filmEncoder.encode(given), order);
  }
}

/** Returns the frames, with long ones and the last one repeated. */
function withRepeats(frames: Frame[], length: number): Frame[] {
  return frames.flatMap((frame, index) => {
    const until = frames[index + 1]?.at ?? length;
    const times = Math.max(1, Math.ceil((until - frame.at) / longestFrame));
    const repeats = Array.from({ length: times }, (_, time) => ({ ...frame, at: frame.at + time * longestFrame }));
    // The file only says when a frame begins, so one that begins at the end marks the end.
    if (until === length) repeats.push({ ...frame, at: length - shortestFrame });
    return repeats.map((repeat, time) => ({ ...repeat, isCut: frame.isCut && time === 0 }));
  });
}

async function mux(frames: EncodedFrame[], decoderConfig: VideoDecoderConfig): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const track = new EncodedVideoPacketSource("vp9");
  output.addVideoTrack(track);
  await output.start();
  for (const { data, type, at, duration } of frames) {
    await track.add(new EncodedPacket(Buffer.from(data, "base64"), type, at / 1e6, duration / 1e6), { decoderConfig });
  }
  await output.finalize();
  if (!target.buffer) throw new Error("The film was not written");
  return new Uint8Array(target.buffer);
}
