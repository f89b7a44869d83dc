import type { Context } from "./context.ts";
import type { Finding } from "./finding.ts";
import { allLanguages, wordsOf } from "./languages/recognise-language.ts";
import { promisedFiles, promiseOf } from "./promised-files.ts";
import { has, isHedged, placesOf } from "./read-reply.ts";

// "You will find it attached" says that it is.
const finding =
  /(?<!\p{L})(?:(?:will|can|may|können|pouvez|pourrez|puede|podrá|può|potrà|kunt|zult|może|pode|poderá) (?:\p{L}+ )?(?:find|finden|trouver|encontrar|trovare|vinden|znaleźć)|encontrar[áa]s?|troverà|trovi|trova|vindt|znajdzie)(?!\p{L})/giu;
// "Als pdf" is no condition.
const asFile = /(?<!\p{L})als (?:pdf|bijlage|bestand|word|foto|afbeelding|anhang|datei|jpg|scan)(?!\p{L})/giu;
const blank = (words: string): string => " ".repeat(words.length);

/** Finds files that a reply speaks of and that do not go with it. */
export function checkAttachments({ reading }: Context, attachments: readonly string[]): Finding[] {
  const { text, sentences, language } = reading;
  const promised = promisedFiles(text).filter((name) => !attachments.includes(name));
  const lines = promised.map((name) => {
    const start = text.indexOf(promiseOf(name));
    const says = `It says “Attached file: ${name}”, and no such file goes with it`;
    return missing(start, start + promiseOf(name).length, promiseOf(name), says);
  });
  if (attachments.length > 0 || lines.length > 0) return lines;
  const languages = language === null ? allLanguages.filter((one) => one !== "ja") : [language];
  for (const words of languages.map(wordsOf)) {
    for (const sentence of sentences) {
      if (has(words.attachedElsewhere, sentence.text)) continue;
      const [place] = placesOf(words.attached, sentence.text).filter(
        ({ start, end }) => !isOfThing(sentence.text, start, end, words === wordsOf("pt")),
      );
      // In Japanese "I attach" is written as "I shall attach" is.
      if (
        !place ||
        (language !== "ja" &&
          isHedged(sentence.text.replace(finding, blank).replace(asFile, blank), place.start, place.end, words))
      )
        continue;
      const [start, end] = [sentence.start + place.start, sentence.start + place.end];
      const written = text.slice(start, end);
      return [missing(start, end, written, `You write “${written}”, and no file goes with it`)];
    }
  }
  return [];
}

// "Allegata alla sella", "attached to the base": no file, unless it is to this mail.
const toThing =
  /^ (?:(?:to|inside|onto|an|am|in|im|à|au|aux|a|al|alla|allo|all'|ai|alle|aan|bij|op|do|w|przy|ao|à|na|no)(?!\p{L})) ?(?!(?:this|the|diese[rmn]?|der|ce|cet|cette|l'|este|esta|el|la|questa|questo|deze|dit|het|de|tej|tego|este|esta)? ?(?:e-?mails?|mail|message|reply|nachricht|courriel|mensaje|correo|messaggio|bericht|wiadomości|maila|mensagem|you|ihnen|te|le|lei|u|je|você)(?!\p{L}))\p{L}/iu;
// "Das Sie angehängt haben", "que vous avez jointe"
const byOther =
  /(?<!\p{L})(?:das|die|den|welche[srn]?|was|wie|dat|die|wat|zoals|które|która|który|którą) (?:sie|du|ihr|u|je|jij|jullie|pani|pan|państwo)(?: \p{L}+){0,4} $/iu;

function isOfThing(text: string, start: number, end: number, isPortuguese: boolean): boolean {
  // "Anexo a etiqueta": there it is an article.
  const behind = isPortuguese ? text.slice(end, end + 60).replace(/^ a /u, " ") : text.slice(end, end + 60);
  return toThing.test(behind) || byOther.test(text.slice(Math.max(0, start - 80), start));
}

function missing(start: number, end: number, written: string, says: string): Finding {
  return { kind: "attachment", start, end, written, right: null, canReplace: false, says };
}
