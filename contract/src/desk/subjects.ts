import { limits } from "../limits.ts";

/** What mail programs put before the subject of an answer, in their languages, in lower case. */
const answers = marks(`re ré aw antw antwort sv odp odg odpověď rép ynt yanıt bls ats vá vál válasz 回复 回覆 答复 答覆
  返信 回信 회신 답장 답변 ответ отв відп отг απ απάντηση رد תגובה השב ตอบกลับ`);
/** And of what is sent on; some programs' is others' for answers. */
const forwards = marks(`fw fwd wg vl doorst ilt iletilen yml trs továbbítás továbbított přeposláno předáno
  weitergeleitet 转发 轉寄 轉發 転送 전달 пересл послано препр πρθ הועבר إعادة_توجيه ส่งต่อ`);
/** Marks too, and what people write themselves before a colon: versus, reservation, recreational vehicle, a reference, a postscript. */
const ambiguousAnswers = marks("r rif ha на na tb vs res resp atb réf");
const ambiguousForwards = marks("i fs tr rv enc pd vb");
/** By which a sentence goes on that somebody wrote behind such a word, in whatever case: "VS: the other lamp". */
const goingOn =
  marks(`a an the my your our his her their its not no is are was has have had am do does did can will and or but of for from with without in
  on at to by as it this that these those i we you he she they some any old new what where when why how which who please thanks thank`);

// What a gateway has put before it goes with it. What cannot be seen stands before it in languages that are read from the right. Some programs count: Re[2]:, Re(2):, Re^2:.
const mark =
  /^(?:[\s\p{Cf}]{0,20}(?:\[(?:ext(?:ern(?:al|e|o|al e?-?mail|al sender)?)?|caution|spam|suspected spam|possible spam)\]|\*{1,5}(?:spam|external)\*{1,5}):?){0,3}[\s\p{Cf}]{0,20}([\p{L}\p{M}]{1,14}(?: [\p{L}\p{M}]{1,10})?)[\s\p{Cf}]{0,3}(?:[[(（［]\d{1,3}[\])）］]|[\^*]\d{1,3})?[\s\p{Cf}]{0,3}[:：﹕︓∶][\s\p{Cf}]{0,20}/iu;
// Of a long run of blanks the last ones belong to the label: looked for from each of them, it would take quadratic time.
const labelInBrackets = /\s{0,20}\[ticket:\s{0,20}\d{1,10}\]/giu;
/** Nobody wrote a longer one. */
const readLength = 10_000;

function marks(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map((word) => word.replace("_", " ").normalize("NFKC")));
}

/** The words of answers' marks that stand for nothing else, for whoever looks for them further on in a subject. */
export function answerMarks(): string[] {
  return [...answers];
}

/** A subject without the labels of tickets, `[Ticket: 0001]`, wherever they stand in it. */
export function withoutTicketLabel(subject: string): string {
  return subject.replace(labelInBrackets, "");
}

/** A subject without the marks of answers ("Re:", "AW:", "回复：") before it, however many; that of what was sent on stays. */
export function withoutAnswerMarks(subject: string): string {
  return readMarks(subject).find(({ of }) => of !== "answer")?.from ?? "";
}

/** What the marks before a subject say that its mail is, from the outside in: `["answer", "forward"]` of "Re: Fwd: Order". */
export function marksOf(subject: string): SubjectMark[] {
  return readMarks(subject).flatMap(({ of }) => of ?? []);
}

/** Whether a subject says that its message answers something, whatever that was: a forward too ("Re: Fwd:"). */
export function isAnswerSubject(subject: string): boolean {
  return marksOf(subject)[0] === "answer";
}

/** Whether a subject says that its message is a forward (Fwd, FW, WG, TR, RV, …), or one answer to a forward. */
export function isForwardSubject(subject: string): boolean {
  const [first, second] = marksOf(subject);
  return first === "forward" || (first === "answer" && second === "forward");
}

/**
 * The subject of a conversation: without labels of tickets and without the marks of answers and of what is sent on, however many
 * and in whatever order (docs/product.md#subjects). Of a mail that `isAnswer` by its header all are marks. Nothing may be left.
 */
export function bareSubject(subject: string, isAnswer = false): string {
  const bare = withoutTicketLabel(subject.slice(0, readLength));
  return (readMarks(bare, isAnswer).at(-1)?.from ?? "").replace(/\s+/g, " ").trim();
}

// The dot of a Turkish capital stays as a sign of its own.
function small(word: string): string {
  return word.normalize("NFKC").toLowerCase().replace("\u0307", "");
}

export type SubjectMark = "answer" | "forward";

/** The marks before a subject, each with the rest that it begins; the last one is the subject itself and no mark. */
function readMarks(subject: string, isAnswer = false): { of: SubjectMark | null; from: string }[] {
  const found: { of: SubjectMark | null; from: string }[] = [];
  for (let from = subject.slice(0, readLength); ; ) {
    const [whole = "", word = ""] = mark.exec(from) ?? [];
    const next = from.slice(whole.length);
    const of = whole === "" ? null : kindOf(word, next, isAnswer || found.length > 0);
    found.push({ of, from });
    if (of === null) return found;
    from = next;
  }
}

function kindOf(word: string, next: string, isBehindMark: boolean): SubjectMark | null {
  const known = small(word);
  const isFollowed = () => [answers, forwards, ambiguousAnswers, ambiguousForwards].some((set) => set.has(behind()));
  const behind = () => small(mark.exec(next)?.[1] ?? "");
  if (answers.has(known)) return "answer";
  if (forwards.has(known)) return "forward";
  const of = ambiguousAnswers.has(known) ? "answer" : ambiguousForwards.has(known) ? "forward" : null;
  return of !== null && (isBehindMark || isFollowed() || isAsPrograms(word, next)) ? of : null;
}

/** Whether a word that may be somebody's own stands as programs put it: with a capital, before a subject that begins with one or in another language. */
function isAsPrograms(word: string, rest: string): boolean {
  const [first = ""] = /^[\p{L}\p{M}']+/u.exec(rest.trimStart()) ?? [];
  const [known, isShort] = [small(word), [...word].length === 1];
  if (goingOn.has(small(first))) return false;
  if (known === "réf") return first !== "";
  if (word === word.toUpperCase() && word !== word.toLowerCase())
    return known !== "tb" && known !== "na" ? true : /^\p{Lu}/u.test(first);
  return !isShort && known !== "rif" && /^\p{Lu}\p{Ll}/u.test(word) && /^\p{Lu}/u.test(first);
}

/** The subject that a mail's ticket gets: whole, up to what fits into a line of a mail (docs/product.md#subjects). */
export function cleanSubject(subject: string, isAnswer = false): string {
  const characters = [...bareSubject(subject, isAnswer)];
  if (characters.length === 0) return "No Subject";
  const { mailSubjectLength: most } = limits;
  return (characters.length > most ? [...characters.slice(0, most - 3), "..."] : characters).join("");
}
