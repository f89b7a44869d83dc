import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { checkPicture } from "./check-picture.ts";
import { pngChunk } from "./pixels.ts";

// As written by a browser's canvas: three pixels by two.
const jpeg = Buffer.from(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAZEAEAAwEBAAAAAAAAAAAAAAACAAEDESH/xAAVAQEBAAAAAAAAAAAAAAAAAAAEBf/EABcRAAMBAAAAAAAAAAAAAAAAAAABAjH/2gAMAwEAAhEDEQA/AJmmj1dvRpte2lfbuIiGZanEf//Z",
  "base64",
);
const webp = Buffer.from(
  "UklGRiICAABXRUJQVlA4WAoAAAAgAAAAAgAAAQAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggNAAAALABAJ0BKgMAAgACwEwlqAJ0APSodmgA/oiPMTYEQumPDndcXNkRR/8So3/9u/93xy6gAAA=",
  "base64",
);
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAH0lEQVR4AWL6DwRXZsz4v8rY+D/TahMThmuzZzOAAAAAAP//37Ab1AAAAAZJREFUAwDSxAwyyPs6bAAAAABJRU5ErkJggg==",
  "base64",
);
const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const losslessWebp = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");

const kinds: [string, Buffer][] = [
  ["PNG", png],
  ["JPEG", jpeg],
  ["GIF", gif],
  ["WebP", webp],
  ["lossless WebP", losslessWebp],
];

test.each(kinds)("a %s is complete, also with trailing data, and broken when cut anywhere", async (_, bytes) => {
  expect(await checkPicture(bytes)).toBeNull();
  expect(await checkPicture(Buffer.concat([bytes, Buffer.alloc(50)]))).toBeNull();
  for (let size = 0; size < bytes.length; size += 1) {
    expect(await checkPicture(bytes.subarray(0, size)), `${size} of ${bytes.length} bytes`).toBe("broken");
  }
});

test("a PNG with any byte changed is broken", async () => {
  for (let at = 8; at < png.length; at += 1) {
    const changed = Buffer.from(png);
    changed[at] = (changed[at] ?? 0) ^ 0x55;
    expect(await checkPicture(changed), `byte ${at}`).not.toBeNull();
  }
});

test("a PNG with too few pixels is broken, even with valid checksums", async () => {
  const make = (rows: number, isInterlaced = false) => {
    const header = Buffer.from([0, 0, 0, 9, 0, 0, 0, 5, 8, 6, 0, 0, isInterlaced ? 1 : 0]);
    const signature = png.subarray(0, 8);
    const data = deflateSync(Buffer.alloc(rows));
    return Buffer.concat([
      signature,
      pngChunk("IHDR", header),
      pngChunk("IDAT", data),
      pngChunk("IEND", Buffer.alloc(0)),
    ]);
  };
  expect(await checkPicture(make(5 * 37))).toBeNull();
  expect(await checkPicture(make(5 * 37 - 1))).toBe("broken");
  // Adam7 of 9 by 5 pixels: 45 pixels in rows of 1 + 2, then 2, 1 and so on.
  const interlaced = 45 * 4 + [1, 1, 1, 2, 1, 3, 2].reduce((sum, rows) => sum + rows, 0);
  expect(await checkPicture(make(interlaced, true))).toBeNull();
  expect(await checkPicture(make(interlaced - 1, true))).toBe("broken");
});

test("anything else is broken", async () => {
  for (const bytes of ["", "x", "GIF8", "RIFFxxxxWAVE", "\x89PNG\r\n\x1a\n"]) {
    expect(await checkPicture(Buffer.from(bytes, "latin1"))).toBe("broken");
  }
});

test("a PNG with a second header is broken", async () => {
  const header = png.subarray(8, 33);
  expect(await checkPicture(Buffer.concat([png.subarray(0, 33), header, png.subarray(33)]))).toBe("broken");
});

test("too many pixels on a side are excessive, however few bytes they take", async () => {
  const wide = Buffer.from(gif);
  wide.writeUInt16LE(6_001, 6);
  expect(await checkPicture(wide)).toBe("excessive");
  wide.writeUInt16LE(6_000, 6);
  expect(await checkPicture(wide)).toBeNull();
});

test.each([
  [2_000, null],
  [2_001, "excessive"],
  [140_000, "excessive"],
])("a GIF of %i pictures is %s", async (pictures, fault) => {
  const [start, picture, end] = [gif.subarray(0, 27), gif.subarray(27, -1), gif.subarray(-1)];
  expect(await checkPicture(Buffer.concat([start, ...Array(pictures).fill(picture), end]))).toBe(fault);
});
