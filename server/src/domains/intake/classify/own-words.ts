import { isForwardSubject } from "@deskhand/contract/desk/subjects";
import { beginsWithGreeting } from "@deskhand/email/greetings";
import { isForwardMarker, isOriginalMarker, readHeaderLine } from "@deskhand/email/quote-markers";
import type { ParsedMail } from "../parse/parsed-mail.ts";
import { endsWithWroteVerb } from "../text/read-attribution.ts";
import { findNotice } from "./failure-signs.ts";

const mostText = 20_000;

/** Replaces typographic quotes by plain ones and each run of white space by one space, or by none between East Asian characters. */
export function foldText(text: string): string {
  return text
    .slice(0, mostText)
    .replace(/[\u2018\u2019\u02BC\u00B4`]/g, "'")
    .replace(/[\s\u200B\u00AD]+/g, " ")
    .replace(/(?<=[\u3000-\u30FF\u4E00-\u9FFF\uAC00-\uD7AF]) (?=[\u3000-\u30FF\u4E00-\u9FFF])/g, "");
}

/**
 * What the sender of a message wrote, without what was quoted, forwarded or pasted below, as far as the layout shows it. Computed
 * on demand, because most mail is classified by its header alone.
 */
export class OwnWords {
  readonly #mail: ParsedMail<unknown>;
  #head: string | undefined;
  #own: string | undefined;

  constructor(mail: ParsedMail<unknown>) {
    this.#mail = mail;
  }

  /** The folded text above quotes and forwards; it may include a mail system's notice. */
  get head(): string {
    this.#head ??= foldText(headOf(this.#mail.text));
    return this.#head;
  }

  /** The head up to a mail system's notice. */
  get own(): string {
    this.#own ??= beforeNotice(this.head);
    return this.#own;
  }

  /** Whether the words speak of their writer: "my order", "I tried". */
  get speaksOfSelf(): boolean {
    return firstPerson.test(this.own);
  }

  /** Whether the words ask for help or give thanks. */
  get asksOrThanks(): boolean {
    return request.test(this.own);
  }

  get asksSomething(): boolean {
    return question.test(this.own.slice(0, 4_000));
  }

  /**
   * Counts signs of a person in the own words: a greeting, the writer's own affairs, a request or thanks, and a question, which
   * counts twice because programs ask none before their notice.
   */
  get personScore(): number {
    const { asksSomething } = this;
    const marks = [beginsWithGreeting(this.own), this.speaksOfSelf, this.asksOrThanks, asksSomething, asksSomething];
    return marks.filter(Boolean).length;
  }

  /** Whether it passes on another message, by its subject or by a mark in its text. */
  get isForward(): boolean {
    const isMark = (line: string) => isForwardMarker(line) || isOriginalMarker(line);
    return isForwardSubject(this.#mail.subject) || this.#mail.text.slice(0, mostText).split("\n").some(isMark);
  }
}

function headOf(text: string): string {
  const lines = text.slice(0, mostText).split("\n");
  const end = lines.findIndex((line, index) => isHistory(lines, line, index));
  return (end === -1 ? lines : lines.slice(0, end)).join("\n");
}

function beforeNotice(head: string): string {
  const starts = [findNotice(head), findAutomation(head)].filter((index) => index !== null);
  return head.slice(0, starts.length > 0 ? Math.min(...starts) : head.length).trim();
}

function isHistory(lines: string[], line: string, index: number): boolean {
  if (/^\s{0,20}>/.test(line) || isForwardMarker(line) || isOriginalMarker(line)) return true;
  if (line.length < 500 && endsWithWroteVerb(line)) return true;
  // Lines of a pasted error, and headers.
  if (/^\s{0,20}<?[^\s<>@]{1,64}@[\w.-]{3,190}>?:|^\s{0,20}[45][0-5]\d[ -]#?[245]\.\d/.test(line)) return true;
  const isHeader = (text: string | undefined) => text !== undefined && readHeaderLine(text) !== null;
  return isHeader(line) && (isHeader(lines[index + 1]) || isHeader(lines[index + 2]));
}

// Phrases in which a program says that it wrote a mail.
const automation =
  /\b(?:automatic(?:ally)?|auto-?) ?(?:generated|created|sent|reply|response|e-?mail|message|notification)|\bautomated (?:reply|response|e-?mail|message|notification)|\b(?:please )?do not (?:reply|respond)(?= (?:to (?:this|it|the)|directly)|\s?[.,!;:)]|$)|\bautomatisch (?:erstellt|erzeugt|generiert|versandt|gegenereerd|verzonden)|\bautomatische (?:nachricht|antwort|e-?mail|bericht)|\bgénéré automatiquement|\bmessage automatique|\bmensaje automático|\bgenerado automáticamente|\bmessaggio automatico|\bgenerato automaticamente|\bmensagem automática|\bgerada automaticamente|\bautomatiskt? (?:genererat|meddelande|svar|besked)|\bautomaattinen viesti|\bautomatycznie|\bautomatick[yá]|\bautomatikus|автоматическ|автоматичн|\botomatik|自動(?:送信|生成|的に|返信|配信)|自动(?:发送|生成|回复)|自動(?:發送|產生|回覆)|자동(?:으로)? ?(?:발송|생성|회신)/i;

function findAutomation(folded: string): number | null {
  return automation.exec(folded)?.index ?? null;
}

/** Whether folded text says that a program wrote it. */
export function saysAutomatic(folded: string): boolean {
  return automation.test(folded);
}

const firstPerson =
  /(?:^|[^\p{L}])(?:i(?:'(?:m|ve|d|ll))?|my|we (?:ordered|tried|sent|got|have|need|wrote|received)|our|ich|meine?[mnrs]?|wir (?:haben|wollten|brauchen)|unsere?|je|j'ai|j'[ae]|mon|ma|mes|notre|nous (?:avons|voulons)|mi|mis|he (?:enviado|recibido|pedido|hecho|comprado|intentado|escrito)|me (?:ha|han|llega|devuel|lo|la)|nuestr\p{L}{1,2}|ho|mi[ao]|mie|miei|abbiamo|eu|meu|minha|recebi|enviei|fiz|comprei|tentei|nosso|ik|mijn|we hebben|wij hebben|jag|mitt|mina|jeg|minä|olen|sain|lähetin|tein|tilasin|tilaukseni|viestini|pakettini|mój|moj\p{L}{1,3}|otrzymał\p{L}{1,3}|wysłał\p{L}{1,3}|zamówił\p{L}{1,3}|dostał\p{L}{1,3}|můj|moje|moji|jsem|én|rendelés\p{L}{1,4}|kaptam|küldtem|rendeltem|csomagom|levelem|я|мо[йяеёиюєїю]\p{L}{0,3}|мне|мені|прошу|получила?|заказала?|отримав|отримала|замовив|замовила|benim|bana|siparişim\p{L}{0,4}|paketim\p{L}{0,4}|aldım|gönderdim|verdim|istiyorum)(?=$|[^\p{L}])|私|わたし|注文|ですか|ました|請問|请问|我|저는|제가|제 |주문|했습니다|인가요|나요/iu;
const request =
  /(?:^|[^\p{L}])(?:please|help|(?:is |does)?n[o']t work(?:s|ing)?|c[oa]mes? back|came back|funktioniert nicht|geht nicht|(?:kam|kommt) zurück|ne (?:marche|fonctionne) pas|no funciona|non funziona|não funciona|werkt niet|fungerar inte|virker ikke|ei toimi|nie działa|nefunguje|nem működik|не работает|не працює|çalışmıyor|could you|can you|would you|see below|look|fyi|thank(?:s| you)|bitte|hilfe|helfen|danke|vielen dank|siehe|merci|aide[rz]?|s'il vous|svp|pouvez|ayuda|ayúd\p{L}{1,5}|por favor|gracias|aiut\p{L}{1,4}|grazie|per favore|ajud\p{L}{1,4}|obrigad[oa]|hulp|helpen|alstublieft|graag|bedankt|dank|hjälp\p{L}{0,2}|tack|snälla|hjælp\p{L}{0,2}|venligst|tak|hjelp\p{L}{0,2}|vennligst|takk|apua|auttaa|autta\p{L}{1,4}|kiitos|kiitän|pom(?:oc|óc|óż|oż)\p{L}{0,4}|proszę|dziękuj\p{L}{1,3}|pomo[cz]\p{L}{0,4}|prosím|děkuj\p{L}{1,3}|segít\p{L}{1,8}|kérem|köszön\p{L}{1,5}|помо[гжщ]\p{L}{1,4}|пожалуйста|спасибо|допомо\p{L}{1,5}|будь ласка|дякую|yardım|lütfen|teşekkür)(?=$|[^\p{L}])|助け|教えて|お願い|ください|ありがと|よろしく|帮|幫|谢谢|謝謝|请|請|도와|부탁|감사|주세요/iu;

const question = /(?:[^\s/&=]|[\p{L}\p{N}] )[?？](?:\s|$|[^\w=&])/u;
