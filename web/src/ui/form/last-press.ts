let last: Event | undefined;

/** Starts to remember what is pressed, as the code that asks may load later. */
export function watchLastPress(): void {
  for (const type of ["keydown", "pointerdown"]) addEventListener(type, (event) => (last = event));
}

/** Returns the last press of a key or the pointer, no matter what handled it. */
export const lastPress = (): Event | undefined => last;
