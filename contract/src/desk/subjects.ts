import { limits } from "../limits.ts";

/** What mail programs put before the subject of an answer, in their languages, in lower case. */
const answers =
  marks(`re aw antw antwort sv vs odp odg odpověď res rép resp ynt yanıt atb bls ats vá vál válasz 回复 回覆 答复 答覆
  返信 回信 회신 답장 답변 ответ отв відп отг απ απάντηση رد תגובה השב ตอบกลับ`);
/** And of what is sent on; some programs' is others' for answers. */
const forwards =
  marks(`fw fwd wg tr rv enc vs vb vl doorst pd ilt iletilen yml trs továbbítás továbbított přeposláno předáno
  weitergeleitet 转发 轉寄 轉發 転送 전달 пересл переслано препр πρθ הועבר إعادة_توجيه ส่งต่อ`);
/** One letter, or a word of people too ("Rif: ordine 1042"): marks only in capitals, as programs write them. */
const answersInCapitals = marks("R RIF HA НА");
const forwardsInCapitals = marks("I FS");

// What cannot be seen stands before it in languages that are read from the right. Some programs count: Re[2]:, Re(2):, Re^2:.
const mark =
  /^[\s\p{Cf}]{0,20}([\p{L}\p{M}]{1,14}(?: [\p{L}\p{M}]{1,10})?)[\s\p{Cf}]{0,3}(?:[[(（［]\d{1,3}[\])）］]|[\^*]\d{1,3})?[\s\p{Cf}]{0,3}[:：﹕︓∶][\s\p{Cf}]{0,20}/u;
const labelInBrackets = /\s*\[ticket:\s*\d{1,10}\]/giu;
/** Nobody wrote a longer one. */
const readLength = 10_000;

function marks(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map((word) => word.replace("_", " ").normalize("NFKC")));
}

/** A subject without the labels of tickets, `[Ticket: 0001]`, wherever they stand in it. */
export function withoutTicketLabel(subject: string): string {
  return subject.replace(labelInBrackets, "");
}

/** A subject without the marks of answers ("Re:", "AW:", "回复：") before it, however many; that of what was sent on stays. */
export function withoutAnswerMarks(subject: string): string {
  return withoutMarks(subject, (word) => answersInCapitals.has(word) || answers.has(small(word)));
}

/**
 * The subject of a conversation: without labels of tickets and without the marks of answers and of what is sent on, however many
 * and in whatever order (docs/product.md#subjects). Nothing may be left.
 */
export function bareSubject(subject: string): string {
  const isMark = (word: string) =>
    [answersInCapitals, forwardsInCapitals].some((known) => known.has(word)) ||
    [answers, forwards].some((known) => known.has(small(word)));
  return withoutMarks(withoutTicketLabel(subject.slice(0, readLength)), isMark)
    .replace(/\s+/g, " ")
    .trim();
}

// The dot of a Turkish capital stays as a sign of its own.
function small(word: string): string {
  return word.toLowerCase().replace("\u0307", "");
}

function withoutMarks(subject: string, isMark: (word: string) => boolean): string {
  let rest = subject.slice(0, readLength);
  for (;;) {
    const [whole = "", word = ""] = mark.exec(rest) ?? [];
    if (whole === "" || !isMark(word.normalize("NFKC"))) return rest;
    rest = rest.slice(whole.length);
  }
}

/** The subject that a mail's ticket gets: whole, up to what fits into a line of a mail (docs/product.md#subjects). */
export function cleanSubject(subject: string): string {
  const characters = [...bareSubject(subject)];
  if (characters.length === 0) return "No Subject";
  const { mailSubjectLength: most } = limits;
  return (characters.length > most ? [...characters.slice(0, most - 3), "..."] : characters).join("");
}
