import { addresses, goingOn, greetings, phrases, unnamed } from "./greeting-words.ts";

// Written without blanks between words, or with the name before the greeting.
const unspaced = [
  /^(?:いつも|平素より|平素は)?(?:大変|たいへん)?お世話になって?(?:おり|い)?ます[。、！!,.\s]*/u,
  /^(?:こんにち[はわ]|こんばん[はわ]|おはようございます|はじめまして|初めまして|拝啓)[。、！!,.\s]*/u,
  /^[^。、,]{1,24}(?:様|さま|御中|各位)[。、！!,]?\s*$/u,
  /^(?:\p{L}{0,8}?)(?:您好|你们好|你好|大家好|早上好|上午好|下午好|晚上好|早安|午安|晚安|哈喽|哈囉)(?!吗|嗎)(?:啊|呀)?[，,！!。.：:～~\s]*/u,
  /^(?:尊敬的|亲爱的|親愛的|敬爱的)[^，,：:！!。]{1,20}(?:[，,：:！!]\s*|$)/u,
  /^(?:[\p{L} ]{0,16} )?안녕(?:하세요|하십니까|하신가요)(?!\p{L})[,.!~\s]*/u,
  /^[\p{L}\s]{1,20}(?:님|담당자님)(?:께)?[,.]?\s*$/u,
  /^(?:เรียน\s*\S{0,20}\s+)?สวัสดี(?:ค่ะ|ครับ|คะ|คับ)?[,.!\s]*/u,
];
const greeting = beginning(greetings);
const address = beginning(addresses);
const phrase = beginning(phrases);
/** Up to the sign that ends a name; a title and an initial have a dot of their own. */
const name =
  /^(?:(?<![\p{L}])(?:\p{Lu}|dr|mr|mrs|ms|prof|st|sr|sra|sres|srs|hr|fr)\.|[^,;:!?.…،、，。！：(\n–—-]|(?<!\s)[-–](?!\s)){0,60}/iu;
const sign = /^(?:[\s,;:!.…،、，。！：–—*_~"'-]|\p{Extended_Pictographic}|\uFE0F)+/u;

function beginning(list: string): RegExp {
  const longestFirst = list.split(";").map((each) => each.trim().replaceAll(" ?", "\\s*").replaceAll(" ", "\\s+"));
  longestFirst.sort((one, other) => other.length - one.length);
  return new RegExp(`^(?:${longestFirst.join("|")})(?![\\p{L}\\p{M}\\p{N}'’]|-\\S)`, "iu");
}

/** Whether a text begins as letters do, with or without a name. */
export function beginsWithGreeting(text: string): boolean {
  const line = text.slice(0, 200).replace(/^[^\p{L}\p{N}]{1,5}/u, "");
  return [greeting, address, phrase, ...unspaced].some((each) => each.test(line));
}

/** A line without the greeting that it begins with, whoever is greeted; empty where it is nothing else. */
export function withoutGreeting(line: string): string {
  let rest = line;
  for (let greeted = 0; greeted < 4; greeted++) {
    const next = afterGreeting(rest.replace(/^[^\p{L}\p{N}#[(]{1,5}/u, ""));
    if (next === null) return rest;
    rest = next;
  }
  return rest;
}

/** What follows one greeting; null where a line begins with something else. */
function afterGreeting(line: string, isInner = false): string | null {
  const found = unspaced.map((each) => each.exec(line)?.[0]).find(Boolean);
  if (found) return line.slice(found.length);
  const behindWhole = behindPhrase(line);
  if (behindWhole !== null) return behindWhole;
  const said = greeting.exec(line)?.[0];
  const opener = said ?? address.exec(line)?.[0];
  return opener === undefined ? null : behindOpener(line.slice(opener.length), opener, said !== undefined, isInner);
}

/** What follows what is said as a whole ("I hope you are well."); null where a sentence goes on. */
function behindPhrase(line: string): string | null {
  const said = phrase.exec(line)?.[0];
  const behind = line.slice(said?.length);
  return said !== undefined && /^\s*(?:$|[?,;:!.…–—]|\p{Extended_Pictographic})/u.test(behind)
    ? behind.replace(/^\s*\?+/, "").replace(sign, "")
    : null;
}

/** What follows the first words of a greeting and whoever is greeted; null where they are no greeting. */
function behindOpener(rest: string, opener: string, isSaid: boolean, isInner: boolean): string | null {
  const [whom = ""] = name.exec(rest) ?? [];
  const behind = rest.slice(whom.length);
  if (!/[\p{L}\p{N}]/u.test(whom))
    return !isSaid && behind !== "" && !behind.startsWith(",") ? null : behindSign(behind);
  const isEnded = behind === "" || (sign.test(behind) && !behind.startsWith("?"));
  if (isEnded && isName(whom, isSaid || /^dear$/i.test(opener))) return behindSign(behind);
  if (/^\s*,\s*$/.test(behind) && isSalutation(whom, isSaid)) return "";
  const next = rest.trimStart();
  // "Hola buenas tardes", "Hallo liebe Leute".
  if (isSaid && !isInner && next !== rest) {
    const after = afterGreeting(next, true);
    if (after !== null) return after;
  }
  const [first = ""] = whom.trim().split(/\s+/, 1);
  if (first === "i" && !/^(?:h|g|morning)/i.test(opener)) return null;
  return isSaid && goingOn.has(first === first.toUpperCase() ? first.toLowerCase() : first) ? next : null;
}

/** Whether a few words of any language are whom a line addresses that ends with a comma behind them: "Milý tíme,". */
function isSalutation(whom: string, isSaid: boolean): boolean {
  const tokens = tokensOf(whom);
  return (
    tokens.length <= (isSaid ? 3 : 2) &&
    !/\p{N}/u.test(whom) &&
    !tokens.some((token) => goingOn.has(token.toLowerCase()))
  );
}

/** What stands behind "Hello," and who may still be named there: "Hello, dear Lumen team! …", "Здравствуйте, Анна!". */
function behindSign(behind: string): string {
  const rest = behind.replace(/^\?+/, "").replace(sign, "");
  const [whom = ""] = name.exec(rest) ?? [];
  const after = rest.slice(whom.length).replace(sign, "");
  const isTeam = tokensOf(whom).some((token) => /^(?:team|support|all|everyone|service|equipo|équipe)$/i.test(token));
  const isEnded = after === "" || (isTeam && sign.test(rest.slice(whom.length)));
  return isEnded && isName(whom, false) ? after : rest;
}

/** Whether words are names, or how somebody is addressed, as far as their shape tells; some write names small. */
function isName(whom: string, maybeSmall: boolean): boolean {
  const tokens = tokensOf(whom);
  if (tokens.length === 0 || tokens.length > 9 || /\p{N}/u.test(whom)) return false;
  if (tokens.length > 1 && tokens.some((token) => goingOn.has(token) && !unnamed.has(token))) return false;
  const isShouted = tokens.length > 1 && whom === whom.toUpperCase() && whom !== whom.toLowerCase();
  const named = tokens.filter((token) => !unnamed.has(token.toLowerCase()));
  const small = named.filter((token) => isShouted || /^\p{Ll}+$/u.test(token));
  if (small.length === 0) return named.length <= 5;
  return (
    maybeSmall &&
    ((named.length === 1 && tokens.length <= 2) ||
      (named.length === 2 && /[&+]|\s(?:and|und|et|y|e|en|i|og|och)\s/i.test(whom)))
  );
}

function tokensOf(text: string): string[] {
  return text
    .split(/[\s/&+*_]+/)
    .filter((token) => /\p{L}/u.test(token))
    .map((token) => token.replace(/\.$/, ""));
}
