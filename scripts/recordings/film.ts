/** A recording's size in pixels, which fits any screen: a phone held sideways, a dialog, a big monitor. */
export const filmWidth = 1280;
export const filmHeight = 720;

/** The mouse's position, in pixels of the page; `press` says how far a click is pressed, from 0 to 1. */
export interface Cursor {
  x: number;
  y: number;
  press: number;
}

/** What the film shows from `at`, in seconds, until the next frame. */
export interface Frame {
  at: number;
  /** An index into `pictures`. */
  picture: number;
  cursor: Cursor;
  /** Whether it shows another page than the frame before. */
  isCut: boolean;
}

/** A caption, shown from `from` to `to`, in seconds of the film. */
export interface Cue {
  from: number;
  to: number;
  text: string;
  /** The place where it covers nothing it talks about. */
  place: "top" | "bottom";
}

/** A camera's result: PNGs, when each is shown, and the captions. */
export interface Film {
  pictures: Buffer[];
  frames: Frame[];
  cues: Cue[];
  /** In seconds. */
  length: number;
  /** The index of the frame that is shown before the film plays. */
  poster: number;
  /** How many pixels of the film show one pixel of the page. */
  scale: number;
}
