const heicBrands = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);

/**
 * Of which kind that few browsers show a picture is by its first bytes: as phones take them (HEIC, ISO/IEC 23008-12), or as scanners and
 * fax machines make them (TIFF); null for all others. Raw photographs of cameras begin as a TIFF does.
 */
export function decodedKind(start: Buffer): "heic" | "tiff" | null {
  const text = (from: number, to: number) => start.toString("latin1", from, to);
  if (text(4, 8) === "ftyp" && heicBrands.has(text(8, 12))) return "heic";
  return text(0, 4) === "II*\0" || text(0, 4) === "MM\0*" ? "tiff" : null;
}
