let last: Event | undefined;

/** Remembers what is pressed, from now on: what handles it may come later. */
export function watchLastPress(): void {
  for (const type of ["keydown", "pointerdown"]) addEventListener(type, (event) => (last = event));
}

/** What was pressed last, a key or the pointer, whoever heard it. */
export const lastPress = (): Event | undefined => last;
