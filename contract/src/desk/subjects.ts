import { limits, noSubject } from "../limits.ts";

/** The marks that mail programs put before the subject of an answer, in their languages, in lower case. */
const answers = marks(`re ré aw antw antwort sv odp odg odpověď rép ynt yanıt bls ats vá vál válasz 回复 回覆 答复 答覆
  返信 回信 회신 답장 답변 ответ отв відп отг απ απάντηση رد תגובה השב ตอบกลับ`);
/** The marks of forwards; a few are one program's mark for a forward and another's for an answer. */
const forwards = marks(`fw fwd wg vl doorst ilt iletilen yml trs továbbítás továbbított přeposláno předáno
  weitergeleitet 转发 轉寄 轉發 転送 전달 пересл послано препр πρθ הועבר إعادة_توجيه ส่งต่อ`);
/** Marks that people also write as words before a colon: versus, reservation, recreational vehicle, a reference, a postscript. */
const ambiguousAnswers = marks("r rif ha на na tb vs res resp atb réf");
const ambiguousForwards = marks("i fs tr rv enc pd vb");
/** Words that continue a person's own sentence after such a word, in any case: "VS: the other lamp". */
const goingOn =
  marks(`a an the my your our his her their its not no is are was has have had am do does did can will and or but of for from with without in
  on at to by as it this that these those i we you he she they some any old new what where when why how which who please thanks thank`);

// Includes a gateway's mark, the invisible characters of right-to-left languages, and some programs' counts: Re[2]:, Re(2):, Re^2:.
const mark =
  /^(?:[\s\p{Cf}]{0,20}(?:\[(?:ext(?:ern(?:al|e|o|al e?-?mail|al sender)?)?|caution|spam|suspected spam|possible spam)\]|\*{1,5}(?:spam|external)\*{1,5}):?){0,3}[\s\p{Cf}]{0,20}([\p{L}\p{M}]{1,14}(?: [\p{L}\p{M}]{1,10})?)[\s\p{Cf}]{0,3}(?:[[(（［]\d{1,3}[\])）］]|[\^*]\d{1,3})?[\s\p{Cf}]{0,3}[:：﹕︓∶][\s\p{Cf}]{0,20}/iu;
// Only the last of many blanks count as part of the label: a search from each of them would take quadratic time.
const labelInBrackets = /\s{0,20}\[ticket:\s{0,20}\d{1,10}\]/giu;
/** Nobody writes a longer subject. */
const readLength = 10_000;

function marks(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map((word) => word.replace("_", " ").normalize("NFKC")));
}

/** The unambiguous words for answers, for code that looks for them further on in a subject. */
export function answerMarks(): string[] {
  return [...answers];
}

/** Removes the labels of tickets, such as `[Ticket: 0001]`, from anywhere in a subject. */
export function withoutTicketLabel(subject: string): string {
  return subject.replace(labelInBrackets, "");
}

/** Removes all marks of answers ("Re:", "AW:", "回复：") before a subject; those of forwards stay. */
export function withoutAnswerMarks(subject: string): string {
  return readMarks(subject).find(({ of }) => of !== "answer")?.from ?? "";
}

/** Returns what the marks before a subject say, from the outside in: `["answer", "forward"]` for "Re: Fwd: Order". */
export function marksOf(subject: string): SubjectMark[] {
  return readMarks(subject).flatMap(({ of }) => of ?? []);
}

/** Whether a subject says that its message is an answer, even one to a forward ("Re: Fwd:"). */
export function isAnswerSubject(subject: string): boolean {
  return marksOf(subject)[0] === "answer";
}

/** Whether a subject says that its message is a forward (Fwd, FW, WG, TR, RV, …), or an answer to a forward. */
export function isForwardSubject(subject: string): boolean {
  const [first, second] = marksOf(subject);
  return first === "forward" || (first === "answer" && second === "forward");
}

/**
 * Returns a conversation's subject: without labels of tickets and without marks of answers and forwards, in any number and order
 * (docs/product.md#subjects). In a mail that `isAnswer` by its header, ambiguous words count as marks. The result may be empty.
 */
export function bareSubject(subject: string, isAnswer = false): string {
  const bare = withoutTicketLabel(subject.slice(0, readLength));
  return (readMarks(bare, isAnswer).at(-1)?.from ?? "").replace(/[\s\p{Cc}]+/gu, " ").trim();
}

// A Turkish capital İ leaves its dot as a character of its own, which is removed.
function small(word: string): string {
  return word.normalize("NFKC").toLowerCase().replace("\u0307", "");
}

export type SubjectMark = "answer" | "forward";

/** Reads the marks before a subject, each with the text from there on; the last one is the subject itself, with no mark. */
function readMarks(subject: string, isAnswer = false): { of: SubjectMark | null; from: string }[] {
  const found: { of: SubjectMark | null; from: string }[] = [];
  for (let from = subject.slice(0, readLength); ; ) {
    const [whole = "", word = ""] = mark.exec(from) ?? [];
    const next = from.slice(whole.length);
    const kind = whole === "" ? null : kindOf(word, next, isAnswer || found.length > 0);
    found.push({ of: kind, from });
    if (kind === null) return found;
    from = next;
  }
}

function kindOf(word: string, next: string, isBehindMark: boolean): SubjectMark | null {
  const folded = small(word);
  const isFollowed = () => [answers, forwards, ambiguousAnswers, ambiguousForwards].some((set) => set.has(behind()));
  const behind = () => small(mark.exec(next)?.[1] ?? "");
  if (answers.has(folded)) return "answer";
  if (forwards.has(folded)) return "forward";
  const kind = ambiguousAnswers.has(folded) ? "answer" : ambiguousForwards.has(folded) ? "forward" : null;
  return kind !== null && (isBehindMark || isFollowed() || isAsPrograms(word, next)) ? kind : null;
}

/** Whether an ambiguous word stands as programs write it: with a capital, and before a subject with a capital or in another language. */
function isAsPrograms(word: string, rest: string): boolean {
  const [first = ""] = /^[\p{L}\p{M}']+/u.exec(rest.trimStart()) ?? [];
  const [folded, isShort] = [small(word), [...word].length === 1];
  if (goingOn.has(small(first))) return false;
  if (folded === "réf") return first !== "";
  if (word === word.toUpperCase() && word !== word.toLowerCase())
    return folded !== "tb" && folded !== "na" ? true : /^\p{Lu}/u.test(first);
  return !isShort && folded !== "rif" && /^\p{Lu}\p{Ll}/u.test(word) && /^\p{Lu}/u.test(first);
}

/** Returns the subject for a mail's ticket: all of it, up to the length of a mail's line (docs/product.md#subjects). */
export function cleanSubject(subject: string, isAnswer = false): string {
  const characters = [...bareSubject(subject, isAnswer)];
  if (characters.length === 0) return noSubject;
  const { mailSubjectLength: most } = limits;
  return (characters.length > most ? [...characters.slice(0, most - 3), "..."] : characters).join("");
}
