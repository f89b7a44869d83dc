import { isProgramLine } from "@deskhand/email/program-lines";

const sentFrom =
  "^\\s*(?:(?:sent (?:from|with|via|using)|secured with) |get outlook for |envoyé (?:de(?:puis)? |à partir d|avec )|(?:diese nachricht wurde )?von meinem .{1,60} gesendet\\.?|gesendet (?:von|mit|aus|über) |enviado (?:desde|d[oe]|a partir d|pel[oa]|com) |inviato (?:da|con)|verzonden (?:met|vanaf|vanuit|via) |skickat (?:från|med) |skickades från |sendt (?:fra|med) |lähetetty |wysłan[eo] z|odesláno z|odoslané z|küldve |trimis d(?:e|in) |отправлено (?:с|из|через) |надіслано з |надіслано із |изпратено от |στάλθηκε από |gönderildi|dikirim dari )";
const deviceLine = new RegExp(
  `${sentFrom}[^,.!?;<]{0,60}(?:(?<=\\S)(<https?:\\/\\/[^\\s<>]{1,500}>)|(?<=\\s)<https?:\\/\\/[^\\s<>]{1,500}>)?\\s*$`,
  "iu",
);
const underMark = new RegExp(`${sentFrom}.{0,80}$`, "iu");
// "Sent from Berlin on Monday" and "Sent from my phone yesterday" are the writer's own; a program's line ends with its name.
const deviceName =
  /(?:^|[\s.-])(?:i(?:phone|pad|pod|mac|os)\p{L}{0,4}|macbook|apple|android|samsung|galaxy|huawei|honor|xiaomi|redmi|oneplus|oppo|motorola|nokia|pixel|sony|xperia|htc|lumia|blackberry|fairphone|windows|outlook|(?:air|hot|g|fast|blue|proton|aqua)?mail|yahoo|gmx|web\.de|aol|proton|thunderbird|spark|zoho|mobile?|mobil\p{L}{0,12}|handy|smartphone|phone|tablet|app|device|telefon\p{L}{0,6}|téléphone|telefono|teléfono|móvil|celular|cellulare|dispositivo|appareil|toestel|айфон\p{L}{0,2}|телефон\p{L}{0,2}|смартфон\p{L}{0,2}|устройств\p{L}{0,2}|планшет\p{L}{0,2}|\d{1,4}g?)(?:'\p{L})?(?:\s(?:gesendet|verzonden|sendt|skickat))?\.?\s*(?:<[^<>]{0,510}>)?\s*$/iu;
const listFooter = /^.{0,100}\bmailing list\b|^https?:\/\/\S{0,300}\/(?:listinfo|postorius)\b/i;
const listAddress = /^<?[^\s<>@]{1,100}@[^\s<>@]{1,200}>?$/;
const bareLink = /^\s*<?https?:\/\/\S{1,500}\s*$/;

/**
 * Removes what programs add below a writer's words: a mailing list's footer, a phone's line, and a signature after "-- " (RFC 3676).
 * Above a history people sometimes write below their signature's delimiter, so with `isAboveHistory` only a phone's or program's
 * line is removed.
 */
export function dropTail(lines: readonly string[], isAboveHistory: boolean): string[] {
  const kept = dropDelimiter(dropListFooter(dropBlank(lines)));
  const last = (kept.at(-1) ?? "").slice(0, 700);
  const under = kept.findLastIndex(isMark);
  const below = kept.slice(under + 1);
  if (under > 0 && (isProgramsOwn(below) || isGroupsFooter(below)) && hasLetters(kept.slice(0, under)))
    return dropBlank(kept.slice(0, under));
  const device = deviceLine.exec(last);
  const isAdvert = device?.[1] !== undefined;
  const isDevice = device !== null && deviceName.test(device[0]) && device[0].trim().split(/\s+/).length <= 8;
  if ((isAdvert || isDevice || isProgramLine(last)) && hasLetters(kept.slice(0, -1)))
    return dropDelimiter(dropBlank(kept.slice(0, -1)));
  const delimiter = kept.lastIndexOf("-- ");
  const isSigned = !isAboveHistory && delimiter > 0 && isSignature(kept.slice(delimiter + 1));
  return isSigned && hasLetters(kept.slice(0, delimiter)) ? kept.slice(0, delimiter) : kept;
}

/** Whether lines are nothing but what a program or a mailing list adds below a writer's words. */
export function isProgramsTail(lines: readonly string[]): boolean {
  return hasLetters(lines) && dropTail(["words", "", ...dropMark(lines)], true).length === 1;
}

// Some programs write their line below the mark, above which nobody wrote.
function dropMark(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  return isMark(lines[first]) ? lines.slice(first + 1) : lines;
}

/** Whether lines below a mark are a program's ("Secured with …") and perhaps its address. */
function isProgramsOwn([first = "", ...more]: readonly string[]): boolean {
  return (
    (underMark.test(first) || isProgramLine(first)) &&
    !/[!?]/.test(first) &&
    more.length <= 1 &&
    more.every((line) => bareLink.test(line))
  );
}

/** Whether lines are the footer of Google Groups, in any language: where the mail comes from, and how to end it. */
function isGroupsFooter(lines: readonly string[]): boolean {
  const said = lines.filter((line) => line.trim() !== "");
  return (
    said.length <= 6 &&
    /google/i.test(said[0]?.slice(0, 300) ?? "") &&
    said.some((line) => line.slice(0, 500).includes("+unsubscribe@")) &&
    said.every((line) => /google|@\S|https?:\/\//i.test(line.slice(0, 500)))
  );
}

const longestSignature = 9;

/**
 * Whether lines below "-- " are a signature. Some people write on below theirs, and an answer that is hidden is worse than a signature
 * that is shown, so only one paragraph without sentences and quotes counts.
 */
function isSignature(lines: readonly string[]): boolean {
  return lines.length <= longestSignature && lines.every((line) => line.trim() !== "" && !isSaid(line));
}

// "Bags Inc." and "St. Pölten" end no sentence.
const sentenceEnd = /[!?…。！？؟][\s"'”’»)]{0,5}$|\s(?!\p{Lu}\p{L}{0,3}\.\s{0,5}$)\S{0,100}\.[\s"'”’»)]{0,5}$/u;

/** Whether somebody says a line, or quotes it, as opposed to a name, a firm ("Bags Inc.") or an address. */
function isSaid(line: string): boolean {
  const words = line.slice(0, 300);
  const small = words.match(/(?<=^|\s)\p{Ll}[\p{L}'’]{0,30}(?=[\s,;:.!?]|$)/gu) ?? [];
  return line.length > 100 || /^\s{0,3}[>|]/.test(line) || small.length >= 3 || sentenceEnd.test(words);
}

// Removes a signature's delimiter with nothing below it.
function dropDelimiter(lines: string[]): string[] {
  return isMark(lines.at(-1)) && hasLetters(lines.slice(0, -1)) ? dropBlank(lines.slice(0, -1)) : lines;
}

function isMark(line: string | undefined): boolean {
  return /^--\s?$/.test(line ?? "");
}

function dropListFooter(lines: string[]): string[] {
  for (let index = lines.length - 1; index >= Math.max(1, lines.length - 6); index--) {
    if (!/^_{20,}\s*$/.test(lines[index] ?? "")) continue;
    const below = lines.slice(index + 1).filter((line) => line.trim() !== "");
    // Somebody may have written below it.
    const isFooter =
      below.filter((line) => listFooter.test(line)).length >= 2 &&
      below.every((line) => listFooter.test(line) || listAddress.test(line));
    return isFooter && hasLetters(lines.slice(0, index)) ? dropBlank(lines.slice(0, index)) : lines;
  }
  return lines;
}

function dropBlank(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== "") + 1);
}

function hasLetters(lines: readonly string[]): boolean {
  return lines.some((line) => /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(line));
}
