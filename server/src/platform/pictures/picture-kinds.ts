const avifBrands = new Set(["avif", "avis"]);

/** Returns the type of a bitmap picture by its first bytes, whatever its name; null for anything else. */
export function pictureType(start: Buffer): string | null {
  const text = (from: number, to: number) => start.toString("latin1", from, to);
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (text(0, 3) === "\xff\xd8\xff") return "image/jpeg";
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") return "image/gif";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp";
  if (text(4, 8) === "ftyp" && avifBrands.has(text(8, 12))) return "image/avif";
  return null;
}

const heicBrands = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);

/**
 * Returns the kind of a picture that few browsers show, by its first bytes: HEIC (ISO/IEC 23008-12), as phones take
 * them, or TIFF, as scanners and fax machines do; null for all others. Raw camera photographs also start like a TIFF.
 */
export function decodedKind(start: Buffer): "heic" | "tiff" | null {
  const text = (from: number, to: number) => start.toString("latin1", from, to);
  if (text(4, 8) === "ftyp" && heicBrands.has(text(8, 12))) return "heic";
  return text(0, 4) === "II*\0" || text(0, 4) === "MM\0*" ? "tiff" : null;
}
