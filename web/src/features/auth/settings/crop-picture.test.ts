import { expect, test } from "vitest";
import { cropSquare, mostZoom, pullCut, wholeCut } from "./crop-picture.tsx";

const wide = { width: 400, height: 200 };
const tall = { width: 100, height: 300 };

test("starts with the largest square in the middle", () => {
  expect(cropSquare(wide, wholeCut)).toEqual({ left: 100, top: 0, side: 200 });
  expect(cropSquare(tall, wholeCut)).toEqual({ left: 0, top: 100, side: 100 });
});

test("zooming in cuts a smaller square around the same middle, within limits", () => {
  expect(cropSquare(wide, { ...wholeCut, zoom: 2 })).toEqual({ left: 150, top: 50, side: 100 });
  expect(cropSquare(wide, { ...wholeCut, zoom: 99 }).side).toBe(200 / mostZoom);
  expect(cropSquare(wide, { ...wholeCut, zoom: 0 }).side).toBe(200);
});

test("dragging the picture right shows more of its left and stops at the edge", () => {
  const pulled = pullCut(wide, wholeCut, 0.25, 0);
  expect(cropSquare(wide, pulled)).toEqual({ left: 50, top: 0, side: 200 });
  const atEdge = pullCut(wide, wholeCut, 9, 9);
  expect(cropSquare(wide, atEdge)).toEqual({ left: 0, top: 0, side: 200 });
  expect(cropSquare(wide, pullCut(wide, atEdge, -0.1, 0))).toEqual({ left: 20, top: 0, side: 200 });
});

test("a square never leaves the picture", () => {
  for (const x of [-1, 0, 0.3, 1, 5]) {
    for (const y of [-1, 0, 0.3, 1, 5]) {
      for (const zoom of [1, 1.7, 4]) {
        const { left, top, side } = cropSquare(tall, { zoom, x, y });
        expect(left >= 0 && top >= 0 && left + side <= 100 && top + side <= 300).toBe(true);
      }
    }
  }
});
