import { answerMarks } from "@deskhand/contract/desk/subjects";

// What programs put before the subject of the mail that they answer, as the mail programs' menus word it in their languages.
// Written without diacritics' difference: both the words and the subject meet folded.

// "Automatic", by its stem.
const automaticWords =
  "automa{1,2}t\\p{L}{0,8}|auto|otomati\\p{L}{0,6}|avtomat\\p{L}{0,6}|awtomati\\p{L}{0,6}|outomaties\\p{L}{0,2}|uathoibrioch|sjalfvirk\\p{L}{0,3}|samodejn\\p{L}{0,3}|αυτοματ\\p{L}{0,4}|а[ву]томат\\p{L}{0,10}|аўтамат\\p{L}{0,8}|אוטומטי\\p{L}{0,3}|תקאי|(?:ال)?تلقائي\\p{L}{0,2}|آلي|خودکار|อัตโนมัติ|tu dong|स्वचालित|স্বয়ংক্রিয়|தானியங்கு|ავტომატურ\\p{L}{0,3}|ավտոմատ\\p{L}{0,4}|自動|自动|자동";
// "Reply", "notice".
const replyWords =
  "repl(?:y|ies)|response|respons|responder|respond|answer|(?:ruck)?antwort|beantwortung|antwoord|bericht|reponse|notification|respuesta|contestacion|risposta|resposta|erantzun\\p{L}{0,2}|raspuns|svar|vastau(?:s|kset)|vastus|atbilde|atsakymas|odpowiedz|odpoved|odgovor|odgovaranje|одговор|отговор|ответ|ответчик|відповідь|адказ|valasz|απαντηση|yanit|cevap|cavab|javob|жауап|хариу|pergjigje|ymateb|ateb|freagra|jibu|tugon|balasan|jawaban|jawapan|tra loi|traloi|phan hoi|תשובה|מענה|תגובה|(?:ال)?رد|استجابة|(?:ال)?جواب|پاسخ|(?:การ)?ตอบกลับ|ตอบรับ|उत्तर|जवाब|উত্তর|பதில்|პასუხი|պատասխան|返信|応答|回覆|回复|答覆|答复|应答|회신|응답|답장";
const mailWords = "(?:e-?mail|mail|thu)[- ]?";
// "Out of office", and what programs call their notices of it.
const noticeWords =
  "abwesenheits(?:notiz|nachricht|meldung|assistent|agent|info\\S*)|(?:urlaubs|ferien)(?:notiz|nachricht|meldung|antwort)|afwezigheids?(?:bericht|melding|assistent)|vakantiebericht|message d'absence|notification d'absence|messaggio di assenza|aviso de ausencia|mensaje de ausencia|franvaro(?:meddelande|besked)|fravaers?(?:besked|melding)|autoodpowiedz|autovastaus|(?:autom\\.? )?antwort automatisch";
const absenceWords =
  "out[- ]of[- ](?:the[- ]|my[- ])?office|o\\.?o\\.?o|away from (?:my |the )?(?:e-?mail|mail|desk|office|computer)|vacation(?: (?:reply|response|notice|message))?|(?:on )?(?:annual |maternity |parental )?leave|on (?:holiday|vacation)|abwesen(?:d|heit)\\S*|au(?:ß|ss)er haus|nicht im (?:buro|haus)|(?:im )?urlaub|absen(?:ce|t|te)(?:\\(e\\))?(?: du bureau)?|hors (?:du )?bureau|en conges?|fuera de (?:la )?oficina|ausente|ausencia|fora de l'oficina|bulegotik kanpo|fuori (?:ufficio|sede)|assen(?:te|za)|fora do escritorio|afwezig(?:heid)?|niet (?:op|aanwezig)|franvaro|franvarande|fravaer(?:ende)?|fravær(?:ende)?|ikke pa kontoret|poissa\\S*|kontorist (?:valjas|ara)|arpus biroja|prombutne|ne biure|nesu biure|nieobecn\\S*|poza biurem|nepritom\\S*|mimo kancelar\\S*|odsoten|izven pisarne|odsutan|izvan ureda|van kancelarije|tavollet|hazon kivul|in afara biroului|absent de la birou|εκτος γραφειου|(?:вне|не в) офис[ае]|отсутств\\S*|в отпуске|извън офиса|ван канцеларије|відсутн\\S*|(?:поза|не в) офіс\\p{L}{1,2}|у відпустці|ofis disinda|izin(?:de|li)\\S*|מחוץ למשרד|خارج المكتب|ไม่อยู่(?:ที่)?สำนักงาน|ไม่อยู่|vang mat|ngoai van phong|di luar (?:kantor|pejabat)|不在|休暇|外出中|休假|外出|부재";
const replyMarks = fold(answerMarks().join("|"));

/** Text as it is compared: without accents and other marks, its case aside. */
function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .normalize("NFC")
    .replace(/[đĐ]/g, "d")
    .replace(/ı/g, "i")
    .replace(/[\u2018\u2019]/g, "'");
}

const automatic = fold(automaticWords);
const reply = fold(replyWords);
const pair = `(?:${automatic})[- .]{0,2}(?:${mailWords})?(?:${reply})|(?:${mailWords})?(?:${reply})[- ]{0,2}(?:${automatic})`;
const answers = `${pair}|${fold(noticeWords)}`;
const absences = fold(absenceWords);
const opened = "^[\\s\\[(<{«【（*_\"'-]{0,4}";
const closed = "[\\s\\])>}»】）*_\"']{0,4}";
// What ends such words: a mark, or the subject that they stand before.
const ended = `${closed}(?:[:：\\-–—|]|$|(?<=\\s)(?:${replyMarks})\\s?[:：])`;
const signs = {
  answer: new RegExp(`${opened}(?:${answers})${ended}|[\\[(【（](?:${answers})[\\])】）]`, "iu"),
  bracketed: new RegExp(`${opened.replace("{0,4}", "{1,4}")}(?:${answers})[\\])】）}>»]`, "iu"),
  answerNamed: new RegExp(`${opened}(?:${answers})(?!\\p{L})`, "iu"),
  absence: new RegExp(`${opened}(?:${absences})${ended}`, "iu"),
  absenceNamed: new RegExp(`(?:^|[^\\p{L}])(?:${absences})(?:$|[^\\p{L}])|不在|休暇|休假|부재`, "iu"),
  // "Auto: Re: Your order", "Away from my mail Re: Your order"
  autoReply: new RegExp(
    `^(?:\\s*auto\\s?[:：]|[\\s[(]{0,3}(?:${absences})[\\s\\]):：-]{1,4})\\s{0,4}(?:${replyMarks})\\s?[:：]`,
    "iu",
  ),
};

/** Which of the words of automatic replies a subject has, its reply marks taken off, in about 40 languages. */
export type AutomaticSubject = Record<keyof typeof signs, boolean>;

/** Reads a subject for the words of automatic replies. */
export function readAutomaticSubject(subject: string): AutomaticSubject {
  const folded = fold(subject.slice(0, 1_000));
  const has = (sign: RegExp) => sign.test(folded);
  return {
    answer: has(signs.answer),
    bracketed: has(signs.bracketed),
    answerNamed: has(signs.answerNamed),
    absence: has(signs.absence),
    absenceNamed: has(signs.absenceNamed),
    autoReply: has(signs.autoReply),
  };
}
