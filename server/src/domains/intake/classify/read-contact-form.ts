import { readHeaderLine } from "@deskhand/email/quote-markers";
import type { MailAddress } from "../parse/parsed-mail.ts";
import { findAddress, wholeWords } from "../parse/read-addresses.ts";

// The labels of contact forms, in the languages in which mail is read.

const emailWords =
  'e-?mail(?:s|[- ]?adres(?:se?)?|ová adresa|címe?)?|mail-?adresse?|e-?post(?:a|e|adress?e?)?|courriel|mél|messagerie|adresse électronique|correo|posta elettronica|correio ele[ct]{0,2}r[óô]nico|mejl(?:adress)?|sähköposti(?:osoite)?|почта|почты|имейл|пошта|пошти|електронна адреса|ηλεκτρονικ\\p{L}{1,4} ταχυδρομεί\\p{L}{1,3}|דוא["״]ל|אימייל|דואר אלקטרוני|البريد|بريد إلكتروني|الإيميل|ایمیل|پست الکترونیک\\p{L}?|อีเมล|thư điện tử|surel|이메일|메일|メール(?:アドレス)?|邮箱|电子邮件|电邮|電子郵件|郵箱|信箱|ईमेल';
const nameWords =
  "(?:your |full |customer |contact |first |visitor )?name|(?:ihr |dein |vollständiger )?name|vor- und nachname|vorname|(?:votre )?nom(?: complet| et prénom)?|prénom|(?:tu |su )?nombre(?: completo| y apellidos)?|(?:il tuo )?nome(?: completo| e cognome)?|(?:seu )nome|(?:uw |je |volledige )?naam|voornaam|(?:ditt )?namn|förnamn|(?:dit |ditt |fulde |fullt )?navn|fornavn|nimi|nimesi|etunimi|(?:twoje )?imię(?: i nazwisko)?|(?:vaše )?jméno(?: a příjmení)?|meno(?: a priezvisko)?|(?:teljes )?név|neve|(?:ваше )?имя|фио|(?:ваше )?ім['’ʼ]я|піб|ad(?:ınız)?(?: soyad(?:ınız)?)?|isim|nume(?:le)?(?: complet)?|(?:ονοματ)?επώνυμο|ονοματεπώνυμο|όνομα|име|שם(?: מלא)?|الاسم(?: الكامل)?|نام(?: و نام خانوادگی)?|ชื่อ|họ (?:và )?tên|tên|nama(?: lengkap)?|이름|성함|お?名前|氏名|姓名|名字|नाम";
const familyNameWords =
  "(?:last |family )name|surname|nachname|familienname|nom de famille|apellidos?|cognome|sobrenome|achternaam|efternamn|efternavn|etternavn|sukunimi|nazwisko|příjmení|priezvisko|vezetéknév|фамилия|прізвище|soyad(?:ınız)?";
const messageWords =
  "(?:your )?(?:message|comments?|questions?|inquiry|enquiry)|(?:message )?body|message text|nachrichtentext|corps du message|cuerpo del mensaje|corpo del messaggio|corpo da mensagem|berichttekst|meddelandetext|beskedtekst|(?:ihre |deine )?(?:nachricht|mitteilung|anfrage|frage)|kommentar|(?:votre )?(?:message|demande|commentaire|question)|(?:tu |su )?(?:mensaje|comentario|consulta|pregunta)|(?:il tuo )?messaggio|domanda|richiesta|mensagem|pergunta|(?:uw )?bericht|vraag|meddelande|fråga|besked|meddelelse|spørgsmål|melding|viesti|kysymys|wiadomość|pytanie|treść(?: wiadomości)?|zpráva|dotaz|správa|otázka|üzenet|kérdés|(?:текст )?сообщени[ея]|вопрос|повідомлення|питання|mesaj(?:ınız|ul)?|soru(?:nuz)?|întrebare|μήνυμα|съобщение|הודעה|الرسالة|رسالة|پیام|ข้อความ|tin nhắn|nội dung|pesan|메시지|문의(?: ?내용)?|내용|お問い?合わ?せ内容|内容|メッセージ|本文|ご質問|留言|消息|訊息|संदेश";

const labelled = (words: string) => new RegExp(`^(?:${words})$`, "iu");
/** A label that is an address's, whatever stands around it: "Your e-mail", "Customer email", "E-Mail-Adresse". */
const emailLabel = new RegExp(`(?:^|[^\\p{L}])(?:${emailWords})(?:$|[^\\p{L}])`, "iu");
const plainEmailLabel = labelled(
  `(?:your |customer |contact |ihre |deine |votre |tu |su |la tua |seu |uw |je |din |twój |váš |ваш |ваша )?(?:${emailWords})(?: (?:address|adresse|electrónico|adresi(?:niz)?|주소|cím|адрес|الإلكتروني|adres))?|(?:adresse|indirizzo|endereço de|dirección de|adres|adresa de|alamat|адрес электронной|адреса електронної|электронная|електронна) (?:${emailWords})(?: electrónico)?`,
);
/** Labels of addresses that are not the visitor's: the shop's own, and those of people whom the visitor names. */
const otherLabel =
  /(?:^|[^\p{L}])(?:shop|store|our|merchant|seller|vendor|admin|recipient|friend(?:['’]?s)?|(?:web)?shops?|unsere?|händler|verkäufer|empfänger|boutique|notre|vendeur|marchand|destinataire|tienda|nuestr[oa]|vendedor|destinatario|negozio|nostr[oa]|venditore|loja|noss[oa]|destinatário|winkel|onze|verkoper|ontvanger|butik(?:en)?|butikk(?:en)?|vår|sklep\p{L}{0,2}|sprzedawc\p{L}|odbiorc\p{L}|obchod\p{L}?|magazin(?:ul)?|mağaza|магазин\p{L}{0,2}|продав\p{L}{2,3}|получател\p{L}|отримувач\p{L}?)(?=$|[^\p{L}])|店舗|ショップ|当店|受信者|商店|店铺|收件人|매장|상점|받는/iu;
/** Labels that name the visitor in some forms, and in others something else of theirs. */
const personLabel = labelled(
  "customer|visitor|client|sender|kund(?:e|in)|absender|besucher|client|cliente|klant|kund|asiakas|klient|ügyfél|müşteri|клиент|клієнт|お客様|客户|고객",
);
const messageLabel = labelled(messageWords);
const nameLabel = labelled(nameWords);
const familyNameLabel = labelled(familyNameWords);
const knownLabel = labelled(`${nameWords}|${familyNameWords}|${messageWords}`);
/** A name's label in a table's first column. Other words there may begin a sentence: "Question about my order". */
const nameBefore = new RegExp(`^(${nameWords}|${familyNameWords})[\\s*]{1,20}(\\S.*)$`, "iu");

type Field = { label: string; value: string; hasColon: boolean };

/** A field as it stands in the text; what is behind a message's label may be the message's own words. */
type PlacedField = Field & { isBehindMessage: boolean };

/** Limits the text that is read for fields. */
const mostText = 20_000;

/**
 * Reads the visitor from the name and address in a contact form's mail; null if there is none. A form writes its labels with a colon, in
 * brackets, or on a line of their own, or as a table's first column or row. Without a colon, two labels have to be there, as "Email" may be
 * anybody's word. An address that `isOthers` accepts is the visitor's only if the form names no other.
 *
 * Fields before the message count first, as a visitor may write labels into it; of those behind its label the last, which is the form's.
 */
export function readContactForm(text: string, isOthers: (email: string) => boolean = () => false): MailAddress | null {
  const all = placeFields(readFields(wholeWords(text, mostText)));
  // The end of a message that is cut may be anything, and the form's own fields behind it are unknown.
  const fields = text.length > mostText ? all.filter(({ isBehindMessage }) => !isBehindMessage) : all;
  const isForm = all.some(({ label }) => knownLabel.test(label));
  const addresses = fields.flatMap(({ label, value, hasColon, isBehindMessage }) => {
    const isLabelled = (hasColon && plainEmailLabel.test(label)) || (isForm && emailLabel.test(label));
    const address = isLabelled && !otherLabel.test(label) ? findAddress(value) : null;
    return address ? [{ isBehindMessage, email: address.email }] : [];
  });
  const address = formsOwn(addresses, ({ email }) => !isOthers(email));
  if (!address) return null;
  const named = (kind: RegExp) =>
    formsOwn(
      fields.filter(({ label }) => kind.test(label)),
      ({ value }) => /\p{L}/u.test(value),
    )?.value ?? "";
  const full = [named(nameLabel), named(familyNameLabel)].join(" ").replace(/\s+/g, " ").trim();
  return { name: (full || named(personLabel)).slice(0, 200), email: address.email };
}

/** Returns the field that the form itself wrote, among several for the same: one that is likely, if there is one. */
function formsOwn<F extends { isBehindMessage: boolean }>(
  fields: readonly F[],
  isLikely: (field: F) => boolean,
): F | undefined {
  const before = fields.filter(({ isBehindMessage }) => !isBehindMessage);
  if (before.length > 0) return before.find(isLikely) ?? before[0];
  return fields.findLast(isLikely) ?? fields.at(-1);
}

function placeFields(fields: readonly Field[]): PlacedField[] {
  const message = fields.findIndex(({ label }) => messageLabel.test(label));
  return fields.map((field, at) => ({ ...field, isBehindMessage: message !== -1 && at > message }));
}

/** The words by which a form says that a field has to be filled in. */
const required =
  /\s*(?:\*|\((?:required|erforderlich|pflichtfeld|obligatoire|obligatorio|obbligatorio|必須|必填)\))+$/iu;

/** Marks of a list before a label. */
const listMark = /^(?:[•·‣▪●○◦■□◆◇▼▶►※✉]\s*|[-–+*]\s+|\d{1,2}[.)]\s+)/u;

function readFields(text: string): Field[] {
  const lines = text.split("\n").map((line) => wholeWords(line.trim().replace(listMark, ""), 500));
  const fields = lines.flatMap((line, index) => {
    const next = wholeWords(lines.slice(index + 1, index + 3).find((below) => below !== "") ?? "", 300);
    return readRow(line, next) ?? readField(line, next) ?? [];
  });
  // Last, as a visitor may type such lines above a label of their own.
  return [...fields, ...readFromLine(lines)];
}

/** Contact Form 7 names its visitor as a mail's header does, above its message; unlike a header of a mail it has no date. */
function readFromLine(lines: readonly string[]): Field[] {
  const message = lines.findIndex((line) => messageLabel.test(line.replace(/\s?[:：]$/, "")));
  const above = lines.slice(0, Math.max(0, message)).map((line) => readHeaderLine(line));
  const from = above.find((header) => header?.kind === "from")?.value ?? "";
  const found = findAddress(from);
  if (!found || above.some((header) => header?.kind === "date" || header?.kind === "sent")) return [];
  const name = from.slice(0, found.index).replace(/[\s<([]+$/g, "");
  return [
    { label: "name", value: name, hasColon: true },
    { label: "email", value: found.email, hasColon: true },
  ];
}

const plainWords = "[\\p{L}][\\p{L}\\p{M} '’ʼ\"״.-]{0,40}?";
const withColon = new RegExp(`^\\**(${plainWords})(?: ?\\*)*\\s*[:：]\\**\\s*(.*)$`, "u");
/** Japanese and Chinese forms put labels in brackets: "【お名前】佐藤 花子". */
const inBrackets = /^[【［[〔〈《「『]\s?([^\]】］〕〉》」』]{1,40}?)\s?[\]】］〕〉》」』]\s?[:：]?\s?(.*)$/u;
/** Other signs between a label and its value: "Name => Ann", "name=Ann", "Name - Ann", "Name ..... Ann". */
const withSign = new RegExp(
  `^(${plainWords})\\s{0,9}(?:=>|->|→|⇒|=|»|\\.{3,200}|…{1,50}|_{3,200}|\\s[-–—]\\s)\\s{0,9}(\\S.*)$`,
  "u",
);
/** How a form asks instead of naming a field: "What is your name?". */
const question =
  /^(?:what(?: is|['’]s) (?:your )?|(?:wie|was) (?:ist|lautet) (?:dein|ihr|ihre|deine) |quel(?:le)? est (?:votre |ton |ta )?|¿? ?cuál es (?:tu |su )|qual è (?:il tuo |la tua |il suo |la sua )?|qual é o (?:seu |teu )?|wat is (?:je |jouw |uw )|vad är (?:din |ditt )|hvad er (?:din |dit )|hva er (?:din |ditt ))([^?？]{2,40}?) ?[?？]\s*(.*)$/iu;

function readField(line: string, next: string): Field | null {
  const bracketed = inBrackets.exec(line);
  if (bracketed && isLabel(bracketed[1] ?? ""))
    return { label: bracketed[1] ?? "", value: bracketed[2] || next, hasColon: true };
  const plain = withColon.exec(line);
  if (plain) return { label: plain[1] ?? "", value: plain[2] || next, hasColon: true };
  const [, asked = "", answer = ""] = question.exec(line) ?? [];
  if (asked !== "") return fieldOf(asked, answer || next);
  if (line.length > 120) return null;
  const [, label = "", value = ""] = withSign.exec(line) ?? [];
  return (isLabel(label) ? fieldOf(label, value) : null) ?? readWithoutSign(line, next);
}

function isLabel(text: string): boolean {
  return knownLabel.test(text) || plainEmailLabel.test(text) || emailLabel.test(text);
}

/** Only an address alone is the value of an address's label without a colon, as the line may be a sentence. */
function fieldOf(label: string, value: string): Field | null {
  const isField = knownLabel.test(label) || (emailLabel.test(label) && isAddressAlone(value));
  return isField ? { label, value, hasColon: false } : null;
}

/** A table whose first row has the labels, and the second the values. */
const labelsRow = new RegExp(
  `^(?:(?:${nameWords}|${familyNameWords}) ){1,2}(?:${emailWords})(?: address)?(?: [\\p{L}\\p{M}]{2,30}){0,6}$`,
  "iu",
);

function readRow(line: string, next: string): Field[] | null {
  if (line.length > 120 || !labelsRow.test(line)) return null;
  const found = findAddress(next);
  const name = next.slice(0, found?.index ?? 0).trim();
  if (!found || name.length > 100) return null;
  return [
    { label: "name", value: name, hasColon: true },
    { label: "email", value: found.email, hasColon: true },
  ];
}

function readWithoutSign(line: string, next: string): Field | null {
  const alone = line
    .replace(/^\*{1,3}|\*{1,3}$/g, "")
    .replace(required, "")
    .trim();
  if (knownLabel.test(alone)) return { label: alone, value: next, hasColon: false };
  if (emailLabel.test(alone) && isAddressAlone(next)) return { label: alone, value: next, hasColon: false };
  const found = findAddress(line);
  const before = line
    .slice(0, found?.index ?? 0)
    .replace(/[\s<([*]+$/g, "")
    .replace(required, "");
  if (found && emailLabel.test(before) && isAddressAlone(line.slice(found.index)))
    return { label: before, value: line.slice(found.index), hasColon: false };
  const [, label = "", value = ""] = nameBefore.exec(line) ?? [];
  return label === "" ? null : { label, value, hasColon: false };
}

/** Whether a text is one address, perhaps in brackets and with its link. */
function isAddressAlone(text: string): boolean {
  const found = findAddress(text);
  return (
    found !== null &&
    /^[\s<([]{0,4}(?:mailto:)?\S{3,320}[\s>)\]]{0,4}(?:[<([](?:mailto:)?\S{3,330}[>)\]])?$/i.test(text)
  );
}
