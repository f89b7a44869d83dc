import type { Cursor } from "./film.ts";

/** VP9, profile 0, level 3.1, which Chromium, Firefox and Safari all play from a WebM. */
export const codec = "vp09.00.31.08";

/** A frame to encode; times are in microseconds. */
export interface FrameOrder {
  at: number;
  duration: number;
  isKey: boolean;
  isPoster: boolean;
  /** A PNG in base64; null if it equals the frame before. */
  picture: string | null;
  cursor: Cursor;
  scale: number;
}

/** An encoded frame with its bytes in base64; times are in microseconds. */
export interface EncodedFrame {
  data: string;
  type: EncodedVideoChunkType;
  at: number;
  duration: number;
}

interface FrameEncoder {
  encode(order: FrameOrder): Promise<void>;
  finish(): Promise<{ frames: EncodedFrame[]; poster: string; decoderConfig: VideoDecoderConfig }>;
}

declare global {
  interface Window {
    filmEncoder: FrameEncoder;
  }
}

/** Runs in a page: prepares it to encode frames, each drawn with the mouse on it. */
export function startEncoding({ codec, width, height }: { codec: string; width: number; height: number }): void {
  // Lower is crisper: at 20 the smallest letters on screen have no rings around them.
  const quantizer = 30;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  if (!context) throw new Error("There is no canvas");
  const frames: EncodedFrame[] = [];
  let picture: ImageBitmap | undefined;
  let poster: Blob | undefined;
  let decoderConfig: VideoDecoderConfig | undefined;
  let failure: unknown;

  const inBase64 = (bytes: Uint8Array) => {
    let text = "";
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  };
  const encoder = new VideoEncoder({
    output(chunk, about) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      decoderConfig ??= about?.decoderConfig;
      const { type, timestamp: at, duration } = chunk;
      frames.push({ data: inBase64(bytes), type, at, duration: duration ?? 0 });
    },
    error(error) {
      failure = error;
    },
  });
  const about = {
    codec,
    width,
    height,
    bitrateMode: "quantizer",
    contentHint: "text",
    latencyMode: "quality",
  } as const;
  encoder.configure(about);

  const arrow = new Path2D("M0 0V17.5L4.2 13.6L7 20L9.8 18.8L7 12.6H12.6Z");
  const drawCursor = ({ x, y, press }: Cursor, scale: number) => {
    context.save();
    context.translate(x * scale, y * scale);
    if (press > 0) {
      context.beginPath();
      context.arc(0, 0, 10 + 12 * press, 0, Math.PI * 2);
      context.fillStyle = `rgba(124, 140, 255, ${0.45 * press})`;
      context.fill();
    }
    context.scale(1.45, 1.45);
    context.shadowColor = "rgba(0, 0, 0, 0.6)";
    context.shadowBlur = 5;
    context.shadowOffsetY = 2;
    context.fillStyle = "#ffffff";
    context.fill(arrow);
    context.shadowColor = "transparent";
    context.lineWidth = 1.2;
    context.lineJoin = "round";
    context.strokeStyle = "#0b0d12";
    context.stroke(arrow);
    context.restore();
  };
  // A canvas would be encoded in full-range colours, which not every player can show.
  const colorSpace = { primaries: "bt709", transfer: "bt709", matrix: "bt709", fullRange: false } as const;
  const inPlanes = (): Uint8Array<ArrayBuffer> => {
    const { data } = context.getImageData(0, 0, width, height);
    const planes = new Uint8Array((width * height * 3) / 2);
    const [blueAt, redAt] = [width * height, (width * height * 5) / 4];
    for (let y = 0; y < height; y += 2) {
      for (let x = 0; x < width; x += 2) {
        let [reds, greens, blues] = [0, 0, 0];
        for (const pixel of [y * width + x, y * width + x + 1, (y + 1) * width + x, (y + 1) * width + x + 1]) {
          const [red = 0, green = 0, blue = 0] = [data[pixel * 4], data[pixel * 4 + 1], data[pixel * 4 + 2]];
          planes[pixel] = Math.round(16 + 0.18259 * red + 0.61423 * green + 0.06201 * blue);
          reds += red;
          greens += green;
          blues += blue;
        }
        const chroma = (y / 2) * (width / 2) + x / 2;
        planes[blueAt + chroma] = Math.round(128 + (-0.10064 * reds - 0.33857 * greens + 0.43922 * blues) / 4);
        planes[redAt + chroma] = Math.round(128 + (0.43922 * reds - 0.39894 * greens - 0.04027 * blues) / 4);
      }
    }
    return planes;
  };
  window.filmEncoder = {
    async encode(order) {
      if (failure) throw failure;
      if (order.picture !== null) {
        const bytes = Uint8Array.from(atob(order.picture), (character) => character.charCodeAt(0));
        picture?.close();
        picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      }
      if (!picture) throw new Error("The first frame has no picture");
      context.drawImage(picture, 0, 0, width, height);
      if (order.isPoster) poster = await canvas.convertToBlob({ type: "image/webp", quality: 0.85 });
      drawCursor(order.cursor, order.scale);
      const { at: timestamp, duration } = order;
      const about = {
        format: "I420",
        codedWidth: width,
        codedHeight: height,
        timestamp,
        duration,
        colorSpace,
      } as const;
      const frame = new VideoFrame(inPlanes(), about);
      // The types do not know yet that VP9 takes a quantizer per frame.
      const how = { keyFrame: order.isKey, vp9: { quantizer } };
      encoder.encode(frame, how);
      frame.close();
      // Waiting frames need memory that the machine may not have.
      while (encoder.encodeQueueSize > 4) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    async finish() {
      await encoder.flush();
      if (failure) throw failure;
      if (!decoderConfig || !poster) throw new Error("Nothing was encoded");
      // Bytes cannot leave the page; players of VP9 need none of them.
      const { codec, codedWidth, codedHeight, colorSpace } = decoderConfig;
      const kept = { codec, ...(codedWidth && { codedWidth }), ...(codedHeight && { codedHeight }) };
      return {
        frames,
        poster: inBase64(new Uint8Array(await poster.arrayBuffer())),
        decoderConfig: { ...kept, ...(colorSpace && { colorSpace }) },
      };
    },
  };
}

/** Runs in the page: returns everything encoded. */
export function finishEncoding(): ReturnType<FrameEncoder["finish"]> {
  return window.filmEncoder.finish();
}
