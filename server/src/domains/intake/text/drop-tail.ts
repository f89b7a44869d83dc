const deviceLine =
  /^\s*(?:sent (?:from|with|via) (?:my |the )?|get outlook for |envoyé (?:de(?:puis)? (?:mon )?|à partir d)|von meinem .{1,40} gesendet|gesendet (?:von|mit) |enviado desde |inviato da(?:l mio)? |enviado d[oe] meu |verzonden (?:met|vanaf) |skickat från |sendt fra |lähetetty |отправлено с )[^,.!?;]{0,60}(<https?:\/\/[^\s<>]{1,500}>)?\s*$/i;
const listFooter = /^.{0,100}\bmailing list\b|^https?:\/\/\S{0,300}\/(?:listinfo|postorius)\b/i;

/**
 * Leaves out what programs add below a writer's words: a mailing list's footer, the line of a telephone, a signature
 * after "-- " (RFC 3676). Above a history (`isAboveHistory`) people at times write on below their signature's mark, so
 * there only a line goes that carries its program's own link.
 */
export function dropTail(lines: readonly string[], isAboveHistory: boolean): string[] {
  const kept = dropListFooter(dropBlank(lines));
  const device = deviceLine.exec((kept.at(-1) ?? "").slice(0, 700));
  const isAdvert = device?.[1] !== undefined;
  const isDevice = device !== null && (kept.at(-1) ?? "").trim().split(/\s+/).length <= 8;
  if ((isAdvert || (isDevice && !isAboveHistory)) && hasWords(kept.slice(0, -1))) return dropBlank(kept.slice(0, -1));
  const delimiter = kept.lastIndexOf("-- ");
  const isSignature = !isAboveHistory && delimiter > 0 && kept.length - delimiter <= 10;
  return isSignature && hasWords(kept.slice(0, delimiter)) ? kept.slice(0, delimiter) : kept;
}

function dropListFooter(lines: string[]): string[] {
  for (let index = lines.length - 1; index >= Math.max(1, lines.length - 6); index--) {
    if (!/^_{20,}\s*$/.test(lines[index] ?? "")) continue;
    const below = lines.slice(index + 1).filter((line) => line.trim() !== "");
    const isFooter = below.length >= 2 && below.filter((line) => listFooter.test(line)).length >= 2;
    return isFooter && hasWords(lines.slice(0, index)) ? dropBlank(lines.slice(0, index)) : lines;
  }
  return lines;
}

function dropBlank(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== "") + 1);
}

function hasWords(lines: readonly string[]): boolean {
  return lines.some((line) => /[\p{L}\p{N}]/u.test(line));
}
