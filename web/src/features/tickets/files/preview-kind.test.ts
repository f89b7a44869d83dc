import { expect, test } from "vitest";
import { previewKind } from "./preview-kind.ts";

test.each([
  ["image/png", "a.png", "image"],
  ["IMAGE/JPEG", "photo", "image"],
  ["image/avif", "a", "image"],
  ["application/pdf", "a", "pdf"],
  ["application/octet-stream", "Scan.PDF", "pdf"],
  ["application/octet-stream", "IMG_1.JPG", "image"],
  ["application/octet-stream", "a.exe", null],
  ["image/svg+xml", "logo.svg", null],
  ["text/html", "a.png", null],
])("%s named %s is offered as %s", (mimeType, filename, kind) => {
  expect(previewKind({ mimeType, filename })).toBe(kind);
});
