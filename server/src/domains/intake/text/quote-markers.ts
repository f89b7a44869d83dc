// The words mail programs put before quoted mail, in the languages of their menus.

const names = {
  from: "from|von|de|da|van|från|frå|fra|lähettäjä|od|от|от кого|expéditeur|mittente|remitente|afzender|avsändare|afsender|avsender|kimden|gönderen|nadawca|odesílatel|feladó|από|差出人|送信者|发件人|寄件者|寄件人|보낸 ?사람|từ",
  sent: "sent|gesendet|envoyé(?: le)?|enviado(?: el| em)?|enviada(?: em)?|inviato|verzonden|skickat|sendt|lähetetty|wysłano|wysłane|отправлено|odesláno|elküldve|gönderildi|gönderme tarihi|送信日時|发送时间|發送時間|傳送時間|보낸 ?(?:날짜|시간)|message du",
  date: "date|datum|data|fecha|dato|päivämäärä|päiväys|дата|tarih|日付|日時|日期|날짜|ngày",
  to: "to|an|à|a|para|naar|aan|till|til|vastaanottaja|do|кому|komu|címzett|kime|alıcı|宛先|收件人|收件者|받는 ?사람|destinataire|destinatario|đến",
  copy: "cc|bcc|kopie|copie(?: à)?|copia|kopia|kopi|kopio|копия|dw|抄送|副本|참조",
  subject:
    "subject|betreff|objet|sujet|asunto|assunto|oggetto|onderwerp|ämne|emne|aihe|temat|тема|předmět|tárgy|konu|件名|主题|主旨|제목|chủ đề",
  other: "reply-to|antwort an|importance|wichtigkeit|attachments|anlagen|priority|organization|message-id",
};

/** What a header line inside a text names. */
export type HeaderKind = keyof typeof names;

const kinds = Object.entries(names).map(([kind, words]) => ({
  kind: kind as HeaderKind,
  pattern: new RegExp(`^(?:${words})$`, "iu"),
}));
const headerLine = /^[\s>*|]{0,20}([\p{L}][\p{L} -]{0,24}?)[\s*]{0,4}[:：][\s*]{0,8}(.*)$/u;

/** A line of a quoted header block ("From: …", "*Von:* …", "> Sujet : …") taken apart, or null. */
export function readHeaderLine(line: string): { kind: HeaderKind; value: string } | null {
  const match = headerLine.exec(line.slice(0, 2_000));
  const name = match?.[1]?.trim();
  const kind = name && kinds.find(({ pattern }) => pattern.test(name))?.kind;
  return kind ? { kind, value: match?.[2]?.trim() ?? "" } : null;
}

const verbs =
  "wrote|writes|sent|schrieb|schreef|geschreven|(?:a )?écrit|escribió|escribio|(?:ha )?scritto|escreveu|skrev|skreiv|kirjoitti|napisał(?:\\(a\\)|a)?|napsala?(?:\\(a\\))?|napísal|написала?(?:\\(а\\))?|пишет|írta|yazdı|şunları yazdı|đã viết|a scris|έγραψε|写道|寫道|のメール|书き込み|書きました|작성";
const someVerb = new RegExp(`(?:^|[\\s>)"*\\]])(?:${verbs})(?=$|[\\s:：*"'<-])|写道|寫道|書きました|작성`, "iu");
const endVerb = new RegExp(
  `(?:^|[\\s>)"*\\]])(?:${verbs})\\s*[:：]?[\\s*_-]*$|(?:写道|寫道|書きました|작성)\\s*[:：]?\\s*$`,
  "iu",
);
// "On Monday I wrote:" is a sentence of somebody's own.
const ownVerb =
  /(?:^|\s)(?:i|we|you|he|she|they|ich|wir|sie|er|je|j'ai|nous|vous|il|elle|yo|io|eu|jag|jeg|ik|wij|я|мы)\s+(?:have |had |also |just |already )?(?:wrote|sent|schrieb|écrit|escribió|skrev|schreef|написал)/iu;

/** Whether words hold a verb of writing, as a line does that introduces a quote. */
export function hasWroteVerb(words: string): boolean {
  return someVerb.test(words) && !ownVerb.test(words);
}

/** Whether words end with a verb of writing ("… wrote:"), somebody else's. */
export function endsWithWroteVerb(words: string): boolean {
  const end = words.trimEnd().slice(-80);
  return endVerb.test(end) && !ownVerb.test(end);
}

/** Whether a line ends with the verb of an East Asian mail program's attribution. */
export function endsWithEasternVerb(words: string): boolean {
  return /(?:写道|寫道|書きました|작성)\s*[:：]?\s*$/.test(words.trimEnd().slice(-20));
}

const originals =
  "(?:the )?original (?:message|e-?mail|appointment)|reply message|ursprüngliche (?:nachricht|e-?mail)|original-?nachricht|antwort nachricht|oprindelig (?:meddelelse|besked)|opprinnelig melding|ursprungligt? meddelande|originalmeddelande|alkuperäinen viesti|oorspronkelijk(?:e)? bericht|message (?:d'origine|original|initial)|e-?mail d'origine|mensaje original|mensagem original|messaggio originale|oryginalna wiadomość|wiadomość oryginalna|исходное сообщение|původní (?:zpráva|e-?mail)|eredeti üzenet|orijinal (?:ileti|mesaj)|元のメッセージ|原始邮件|原始郵件|邮件原件|원본 메[시세]지";
const forwards =
  "(?:begin )?forwarded (?:message|e-?mail)|(?:anfang der )?weitergeleitete[nr]? (?:nachricht|e-?mail)|(?:début du )?message (?:transféré|réexpédié)|(?:inicio del )?mensaje reenviado|(?:início da )?mensagem (?:encaminhada|reencaminhada)|(?:inizio )?messaggio inoltrato|(?:begin )?doorgestuurd bericht|vidarebefordrat (?:meddelande|brev|mail)|videresendt (?:meddelelse|melding|besked|e-?post)|(?:alku )?(?:edelleen)?(?:välitetty|lähetetty) viesti|(?:początek )?(?:przekazana wiadomość|wiadomość przekazana|przekierowana wiadomość)|(?:начало )?переслан(?:ное|ного|ое) (?:сообщение|сообщения|письмо)|пересылаемое сообщение|přeposlaná zpráva|továbbított üzenet|iletilen ileti|転送(?:された)?メッセージ|转发(?:的)?邮件|轉寄(?:的)?郵件|전달된 메[시세]지";
const dashed = (phrases: string) =>
  new RegExp(`^[\\s>*|]{0,20}[-_=]{2,60}\\s{0,4}(?:${phrases})\\s{0,4}[:：]?\\s{0,4}[-_=]{0,60}\\s*$`, "iu");
const bare = (phrases: string) => new RegExp(`^[\\s>*|]{0,20}(?:${phrases})\\s{0,4}[:：]\\s*$`, "iu");
const originalMarker = dashed(originals);
const forwardMarkers = [dashed(forwards), bare(forwards)];

/** "-----Original Message-----" and its kin. */
export function isOriginalMarker(line: string): boolean {
  return line.length < 200 && originalMarker.test(line);
}

/** "---------- Forwarded message ----------", "Begin forwarded message:" and their kin. */
export function isForwardMarker(line: string): boolean {
  return line.length < 200 && forwardMarkers.some((marker) => marker.test(line));
}

/** Whether a subject says that its message is a forward (Fwd, FW, WG, TR, RV, …). */
export function isForwardSubject(subject: string): boolean {
  return /^\s*(?:(?:re|aw|sv|antw)\s*:\s*)?(?:fwd?|wg|tr|rv|enc|i|vs|vb|doorst|pd|转发|轉寄|転送)\s*[:：]/i.test(
    subject,
  );
}
