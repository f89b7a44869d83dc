/** The size of a recording in pixels, which every screen shows: a phone held sideways, a dialog, a big monitor. */
export const filmWidth = 1280;
export const filmHeight = 720;

/** Where the mouse is, in pixels of the page; `press` is how far a click has sunk in, from 0 to 1. */
export interface Cursor {
  x: number;
  y: number;
  press: number;
}

/** What is seen from `at`, in seconds of the film, until the next frame. */
export interface Frame {
  at: number;
  /** Index in `pictures`. */
  picture: number;
  cursor: Cursor;
  /** Whether another page is seen than before. */
  isCut: boolean;
}

/** A caption, seen from `from` to `to` seconds of the film. */
export interface Cue {
  from: number;
  to: number;
  text: string;
  /** Where it hides nothing that is spoken of. */
  place: "top" | "bottom";
}

/** What a camera took: PNGs, when each is seen, and what is said. */
export interface Film {
  pictures: Buffer[];
  frames: Frame[];
  cues: Cue[];
  /** In seconds. */
  length: number;
  /** Index of the frame that stands for the film before it plays. */
  poster: number;
  /** Pixels of the film for one of the page. */
  scale: number;
}
