interface Size {
  width: number;
  height: number;
}

/** What part of a picture is cut out: how far in, and the middle of it as parts of width and height from 0 to 1. */
export interface Cut {
  zoom: number;
  x: number;
  y: number;
}

export const wholeCut: Cut = { zoom: 1, x: 0.5, y: 0.5 };
export const mostZoom = 4;

/** The square in the picture's pixels that a cut names; never beyond its edges. */
export function cropSquare({ width, height }: Size, { zoom, x, y }: Cut): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / Math.min(Math.max(zoom, 1), mostZoom);
  return {
    left: Math.min(Math.max(x * width - side / 2, 0), width - side),
    top: Math.min(Math.max(y * height - side / 2, 0), height - side),
    side,
  };
}

/** The cut after its content was pulled by a part of what is shown, such as -0.1 of its side to the left. */
export function pullCut(size: Size, cut: Cut, right: number, down: number): Cut {
  const { left, top, side } = cropSquare(size, cut);
  const moved = {
    ...cut,
    x: (left + side / 2 - right * side) / size.width,
    y: (top + side / 2 - down * side) / size.height,
  };
  // Held at the edge, so that pulling back shows at once.
  const held = cropSquare(size, moved);
  return { ...cut, x: (held.left + side / 2) / size.width, y: (held.top + side / 2) / size.height };
}
