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
  "(?:your )?(?:message|comments?|questions?|inquiry|enquiry)|body|(?:ihre |deine )?(?:nachricht|mitteilung|anfrage|frage)|kommentar|(?:votre )?(?:message|demande|commentaire|question)|(?:tu |su )?(?:mensaje|comentario|consulta|pregunta)|(?:il tuo )?messaggio|domanda|richiesta|mensagem|pergunta|(?:uw )?bericht|vraag|meddelande|fråga|besked|meddelelse|spørgsmål|melding|viesti|kysymys|wiadomość|pytanie|treść(?: wiadomości)?|zpráva|dotaz|správa|otázka|üzenet|kérdés|(?:текст )?сообщени[ея]|вопрос|повідомлення|питання|mesaj(?:ınız|ul)?|soru(?:nuz)?|întrebare|μήνυμα|съобщение|הודעה|الرسالة|رسالة|پیام|ข้อความ|tin nhắn|nội dung|pesan|메시지|문의(?: ?내용)?|내용|お問い?合わ?せ内容|内容|メッセージ|本文|ご質問|留言|消息|訊息|संदेश";

const labelled = (words: string) => new RegExp(`^(?:${words})$`, "iu");
/** A label that is an address's, whatever stands around it: "Your e-mail", "Customer email", "E-Mail-Adresse". */
const emailLabel = new RegExp(`(?:^|[^\\p{L}])(?:${emailWords})(?:$|[^\\p{L}])`, "iu");
const plainEmailLabel = labelled(
  `(?:your |customer |contact |ihre |deine |votre |tu |su |la tua |seu |uw |je |din |twój |váš |ваш |ваша )?(?:${emailWords})(?: (?:address|adresse|electrónico|adresi(?:niz)?|주소|cím|адрес|الإلكتروني|adres))?|(?:adresse|indirizzo|endereço de|dirección de|adres|adresa de|alamat|адрес электронной|адреса електронної|электронная|електронна) (?:${emailWords})(?: electrónico)?`,
);
const nameLabel = labelled(nameWords);
const familyNameLabel = labelled(familyNameWords);
const knownLabel = labelled(`${nameWords}|${familyNameWords}|${messageWords}`);
/** A name's label in a table's first column. Other words there may begin a sentence: "Question about my order". */
const nameBefore = new RegExp(`^(${nameWords}|${familyNameWords})[\\s*]{1,20}(\\S.*)$`, "iu");

type Field = { label: string; value: string; hasColon: boolean };

/**
 * Reads the visitor from the name and address in a contact form's mail; null if there is none. A form writes its labels with a colon, or on a
 * line of their own, or as a table's first column. Without a colon, two labels have to be there, as "Email" may be anybody's word.
 */
export function readContactForm(text: string): MailAddress | null {
  const fields = readFields(wholeWords(text, 20_000));
  const isForm = fields.some(({ label }) => knownLabel.test(label));
  const address = fields
    .filter(({ label, hasColon }) => (hasColon && plainEmailLabel.test(label)) || (isForm && emailLabel.test(label)))
    .map(({ value }) => findAddress(value))
    .find((found) => found !== null);
  if (!address) return null;
  const named = (label: RegExp) => fields.find((field) => label.test(field.label))?.value ?? "";
  const name = [named(nameLabel), named(familyNameLabel)].join(" ").replace(/\s+/g, " ").trim();
  return { name: name.slice(0, 200), email: address.email };
}

/** The words by which a form says that a field has to be filled in. */
const required =
  /\s*(?:\*|\((?:required|erforderlich|pflichtfeld|obligatoire|obligatorio|obbligatorio|必須|必填)\))+$/iu;

function readFields(text: string): Field[] {
  const lines = text.split("\n").map((line) => wholeWords(line.trim(), 500));
  return lines.flatMap((line, index) => {
    const next = lines.slice(index + 1, index + 3).find((below) => below !== "") ?? "";
    return readField(line, wholeWords(next, 300)) ?? [];
  });
}

function readField(line: string, next: string): Field | null {
  const withColon = /^\**([\p{L}][\p{L}\p{M} '’ʼ"״.-]{0,40}?)(?: ?\*)*\s*[:：]\**\s*(.*)$/u.exec(line);
  if (withColon) return { label: withColon[1] ?? "", value: withColon[2] || next, hasColon: true };
  if (line.length > 120) return null;
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
