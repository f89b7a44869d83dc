import { crc32, deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { isWholePicture } from "./is-whole-picture.ts";

// As a browser's canvas writes them: three pixels by two.
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

test.each(kinds)("a %s is whole, also with something behind it, and cut anywhere it is not", async (_, bytes) => {
  expect(await isWholePicture(bytes)).toBe(true);
  expect(await isWholePicture(Buffer.concat([bytes, Buffer.alloc(50)]))).toBe(true);
  for (let size = 0; size < bytes.length; size += 1) {
    expect(await isWholePicture(bytes.subarray(0, size)), `${size} of ${bytes.length} bytes`).toBe(false);
  }
});

test("a PNG with any byte changed is broken", async () => {
  for (let at = 8; at < png.length; at += 1) {
    const changed = Buffer.from(png);
    changed[at] = (changed[at] ?? 0) ^ 0x55;
    expect(await isWholePicture(changed), `byte ${at}`).toBe(false);
  }
});

test("a PNG whose pixels are fewer than it says is broken, however right its checksums are", async () => {
  const chunk = (kind: string, data: Buffer) => {
    const checked = Buffer.concat([Buffer.from(kind), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(checked), 4);
    return Buffer.concat([ends.subarray(0, 4), checked, ends.subarray(4)]);
  };
  const make = (rows: number, isInterlaced = false) => {
    const header = Buffer.from([0, 0, 0, 9, 0, 0, 0, 5, 8, 6, 0, 0, isInterlaced ? 1 : 0]);
    const signature = png.subarray(0, 8);
    const data = deflateSync(Buffer.alloc(rows));
    return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
  };
  expect(await isWholePicture(make(5 * 37))).toBe(true);
  expect(await isWholePicture(make(5 * 37 - 1))).toBe(false);
  // Adam7 of 9 by 5 pixels: 45 pixels in rows of 1 + 2, then 2, 1 and so on.
  const interlaced = 45 * 4 + [1, 1, 1, 2, 1, 3, 2].reduce((sum, rows) => sum + rows, 0);
  expect(await isWholePicture(make(interlaced, true))).toBe(true);
  expect(await isWholePicture(make(interlaced - 1, true))).toBe(false);
});

test("what is none of them is no whole picture", async () => {
  for (const bytes of ["", "x", "GIF8", "RIFFxxxxWAVE", "\x89PNG\r\n\x1a\n"]) {
    expect(await isWholePicture(Buffer.from(bytes, "latin1"))).toBe(false);
  }
});
