import type { Cue } from "./film.ts";

const timing = /^(\d{2,}):(\d{2}):(\d{2})\.(\d{3}) --> (\d{2,}):(\d{2}):(\d{2})\.(\d{3})( line:1)?$/;

/** Writes captions as a WebVTT file. */
export function writeCaptions(cues: readonly Cue[]): string {
  const blocks = cues.map(({ from, to, text, place }) => {
    // Line 1 is the second from the top; without a line a caption is at the bottom.
    return `${timeOf(from)} --> ${timeOf(to)}${place === "top" ? " line:1" : ""}\n${text}\n`;
  });
  return ["WEBVTT\n", ...blocks].join("\n");
}

/** Reads captions that `writeCaptions` wrote. Throws on anything else. */
export function readCaptions(vtt: string): Cue[] {
  const [head, ...blocks] = vtt.trimEnd().split("\n\n");
  if (head !== "WEBVTT") throw new Error("These are no captions");
  return blocks.map((block) => {
    const [when = "", ...lines] = block.split("\n");
    const parts = timing.exec(when);
    if (!parts || lines.length === 0) throw new Error(`No caption: ${block}`);
    const [, ...numbers] = parts;
    const [from, to] = [numbers.slice(0, 4), numbers.slice(4, 8)].map((time) => {
      const [hours = 0, minutes = 0, seconds = 0, milliseconds = 0] = time.map(Number);
      return hours * 3600 + minutes * 60 + seconds + milliseconds / 1000;
    });
    return { from: from ?? 0, to: to ?? 0, text: lines.join("\n"), place: parts[9] ? "top" : "bottom" };
  });
}

function timeOf(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const [hours, minutes] = [milliseconds / 3_600_000, (milliseconds / 60_000) % 60];
  return `${two(hours)}:${two(minutes)}:${two((milliseconds / 1000) % 60)}.${String(milliseconds % 1000).padStart(3, "0")}`;
}
