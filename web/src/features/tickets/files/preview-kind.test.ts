import { expect, test } from "vitest";
import { previewKind } from "./preview-kind.ts";

test.each([
  ["image/png", "a.png", "image"],
  ["IMAGE/JPEG", "photo", "image"],
  ["image/avif", "a", "image"],
  ["image/heic", "IMG_1.HEIC", "image"],
  ["application/octet-stream", "IMG_1.heif", "image"],
  ["image/tiff", "scan.tif", "image"],
  ["image/x-tiff", "scan", "image"],
  ["image/tif", "scan", "image"],
  ["application/octet-stream", "Fax.TIFF", "image"],
  ["application/octet-stream", "Fax.tif", "image"],
  ["application/octet-stream", "DSC_1.NEF", null],
  ["application/pdf", "a", "pdf"],
  ["application/octet-stream", "Scan.PDF", "pdf"],
  ["application/octet-stream", "IMG_1.JPG", "image"],
  ["application/octet-stream", "a.exe", null],
  ["image/svg+xml", "logo.svg", null],
  ["text/html", "a.png", null],
])("%s named %s is offered as %s", (mimeType, filename, kind) => {
  expect(previewKind({ mimeType, filename })).toBe(kind);
});
