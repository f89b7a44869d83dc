// Lines that mail programs put above quoted and forwarded mail: names of headers, and titles between dashes.

/** The header that a line of a quoted block names. */
export type HeaderKind = "from" | "sent" | "date" | "to" | "copy" | "subject" | "reply-to" | "other";

/** The names of headers above quoted mail, by meaning, separated by bars. Matched ignoring case. */
const headerNames: Record<HeaderKind, string> = {
  from: "from|von|de|da|van|från|frå|fra|lähettäjä|od|ode|от|от кого|отправитель|від|від кого|відправник|подател|από|αποστολέας|expéditeur|expeditor|expeditorul|mittente|remitente|remetente|afzender|avsändare|afsender|avsender|kimden|gönderen|nadawca|odesílatel|odosielateľ|feladó|de la|šalje|pošiljatelj|saatja|no|nuo|dari|pengirim|từ|người gửi|差出人|送信者|送信元|发件人|發件人|发信人|寄件者|寄件人|보낸 사람|보낸사람|발신자|จาก|מאת|من|المرسل|از|प्रेषक",
  sent: "sent|gesendet|envoyé|message du|envoyé le|enviado|enviado el|enviado em|enviada|enviada em|enviat|enviat el|inviato|verzonden|skickat|sendt|lähetetty|wysłano|wysłane|отправлено|надіслано|відправлено|изпратено|изпратено на|στάλθηκε|αποστολή|odesláno|odoslané|odoslaná|elküldve|küldve|gönderildi|gönderilen|gönderme tarihi|trimis|poslano|poslato|saadetud|nosūtīts|išsiųsta|dikirim|terkirim|đã gửi|送信日時|发送时间|發送時間|傳送時間|寄件日期|已发送|已傳送|보낸 날짜|보낸날짜|보낸 시간|보낸시간|ส่ง|נשלח|תאריך שליחה|تاريخ الإرسال|أُرسلت|تم الإرسال",
  date: "date|datum|data|dată|fecha|dato|dátum|päivämäärä|päiväys|дата|ημερομηνία|tarih|kuupäev|datums|tanggal|ngày|日付|日時|日期|时间|時間|날짜|วันที่|תאריך|التاريخ|تاريخ|تاریخ",
  to: "to|an|à|a|pour|para|per a|naar|aan|till|til|vastaanottaja|do|кому|до|προς|παραλήπτης|komu|pre|címzett|kime|alıcı|către|destinatar|destinatarul|destinataire|destinatario|destinatário|destinatari|adresat|prima|za|saaja|kellele|kam|kepada|đến|tới|người nhận|宛先|送信先|收件人|收件者|받는 사람|받는사람|수신자|ถึง|אל|إلى|الى|به",
  copy: "cc|bcc|kopie|kopie (cc)|copie|copie à|copia|copia para|kopia|kópia|kopi|kopio|másolat|másolatot kap|копия|копие|копія|κοιν|κοιν.|κοινοποίηση|dw|do wiadomości|bilgi|koopia|tembusan|抄送|副本|参照|참조|สำเนา|עותק|نسخة",
  subject:
    "subject|betreff|objet|sujet|asunto|assunto|assumpte|oggetto|onderwerp|ämne|emne|aihe|temat|ogg|тема|относно|θέμα|předmět|predmet|tárgy|konu|subiect|subiectul|naslov|teema|temats|tema|perihal|subjek|chủ đề|tiêu đề|件名|主题|主旨|標題|제목|เรื่อง|נושא|الموضوع|موضوع|विषय",
  "reply-to":
    "reply-to|reply to|antwort an|antwoord aan|répondre à|responder a|responder para|rispondi a|svar til|svara till|odpowiedz do|odpověď na|ответить на|返信先|回复至|회신 주소",
  other:
    "importance|wichtigkeit|priorité|importanza|importancia|attachments|anlagen|pièces jointes|adjuntos|allegati|priority|organization|message-id",
};

const kinds = new Map(
  Object.entries(headerNames).flatMap(([kind, names]) => names.split("|").map((name) => [name, kind as HeaderKind])),
);
const headerLine = /^[\s>*|•·-]{0,20}([\p{L}][\p{L}\p{M} ().-]{0,24}?)[\s*|]{0,4}[:：][\s*|]{0,8}(.*)$/u;

/** Splits a line of a quoted header block ("From: …", "*Von:* …", "> Sujet : …"); null for another line. */
export function readHeaderLine(line: string): { kind: HeaderKind; value: string } | null {
  if (!/[:：]/.test(line.slice(0, 60))) return null;
  const match = headerLine.exec(line.slice(0, 2_000).replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ""));
  const kind = kinds.get(match?.[1]?.trim().toLowerCase() ?? "");
  return kind ? { kind, value: match?.[2]?.trim() ?? "" } : null;
}

/** Whether a line has only dashes, underscores, stars or equal signs. */
export function isDivider(text: string): boolean {
  return /^\s*[-_=*]{4,200}\s*$/.test(text);
}

/** A divider, or a few words between dashes ("---- Nachricht ----"). */
export function isTitle(text: string): boolean {
  if (text.length > 200) return false;
  const words = /^[\s>*|]{0,20}[-_=]{3,80}(.{0,80})$/u.exec(text)?.[1];
  return words !== undefined && (/^[\s-_=*]*$/.test(words) || /[-_=]{3}[\s*]{0,4}$/.test(words));
}

const mailNouns =
  "e-?mails?|mails?|messages?|nachricht|courriel|mensaje|mensagem|messaggio|bericht|meddelande|meddelelse|melding|besked|viesti|wiadomoś[ćc]|zpráva|správa|üzenet|levél|mesajul?|[iİ]leti|сообщение|письмо|писмо|съобщение|повідомлення|лист|poruka|sporočilo|μήνυμα|thư|tin nhắn|pesan|הודעה|رسالة|ข้อความ|メッセージ|メール|邮件|郵件|信件|메일|메시지";
const mailTitle = new RegExp(
  `^[\\s>*|]{0,20}[-_=]{3,60}\\s{0,4}(?:[^\\s\\d]{1,20} ){0,3}(?:${mailNouns})(?: [^\\s\\d]{1,20}){0,2}\\s{0,4}[-_=]{3,60}\\s*$`,
  "iu",
);

/** Whether a title between dashes is about a mail ("---- Pôvodný e-mail ----"), in a known language or not. */
export function isMailTitle(line: string): boolean {
  return line.length < 200 && mailTitle.test(line);
}

/** ">>> John Smith <john@shop.example> 11/04/2022 10:33 >>>", above GroupWise's quotes. */
export function isArrowed(line: string): boolean {
  return line.length < 300 && /^\s{0,3}>>>\s.{3,250}\d.{0,20}\s>>>\s*$/.test(line);
}

const originals =
  "(?:the )?original(?: message| e-?mail| appointment)?|reply message|ursprüngliche (?:nachricht|e-?mail)|original-?nachricht|antwort nachricht|oprindelig (?:meddelelse|besked)|opprinnelig melding|ursprungligt? meddelande|originalmeddelande|alkuperäinen viesti|oorspronkelijk(?:e)? bericht|message (?:d'origine|original|initial)|e-?mail d'origine|mensaje original|mensagem original|messaggio originale|oryginalna wiadomość|wiadomość oryginalna|исходное сообщение|původní (?:zpráva|e-?mail)|pôvodná správa|eredeti (?:üzenet|levél)|(?:orijinal|özgün) (?:[iİ]leti|mesaj)|mesaj(?:ul)? original|оригінальне повідомлення|оригинално съобщение|izvorna poruka|αρχικό μήνυμα|thư gốc|tin nhắn gốc|pesan asli|הודעה מקורית|הודעה המקורית|الرسالة الأصلية|ข้อความต้นฉบับ|元のメッセージ|原始邮件|原始郵件|邮件原件|원본 메[시세]지";
const forwards =
  "(?:begin )?forwarded (?:message|e-?mail|conversation)|(?:anfang der )?weitergeleitete[nr]? (?:nachricht|e-?mail)|(?:début du )?message (?:transféré|réexpédié|transmis)|(?:inicio del )?mensaje reenviado|(?:início da )?mensagem (?:encaminhada|reencaminhada)|(?:inizio )?messaggio inoltrato|(?:begin )?doorgestuurd bericht|vidarebefordrat (?:meddelande|brev|mail|mejl)|videresendt (?:meddelelse|melding|besked|e-?post)|(?:alku )?(?:edelleen)?(?:välitetty|lähetetty) viesti(?: alkaa| \\/ fwd\\.msg)?|(?:początek |treść )?(?:przekazan(?:a|ej) wiadomoś(?:ć|ci)|przekazywanej wiadomości|wiadomość przekazana|przekierowana wiadomość|wiadomość przesłana dalej)|(?:начало )?переслан(?:ное|ного|ое) (?:сообщение|сообщения|письмо)|пересылаемое сообщение|přeposlaná zpráva|továbbított üzenet|[iİ]letilen [iİ]leti|[iİ]letilmiş mesaj|yönlendirilen (?:[iİ]leti|mesaj)|[iİ]leti başlangıcı|(?:začátek )?přepos(?:lan|ílan)(?:á|é) zpráv[ay]|(?:začiatok )?preposlan(?:á|ej) správ[ay](?: --- forwarded message)?|továbbított levél(?: kezdete)?|mesaj redirecționat|începe mesajul redirecționat|proslijeđena poruka|započni proslijeđenu poruku|перенаправлене повідомлення|перенаправленное сообщение|переслане повідомлення|початок листа, що пересилається|начало переадресованного сообщения|препратено съобщение|προωθημένο μήνυμα|edastatud kiri|start på videresendt besked|pesan terusan|thư (?:đã )?chuyển tiếp|tin nhắn đã chuyển tiếp|הודעה שהועברה|رسالة معاد توجيهها|転送(?:された)?メッセージ|メッセージを転送|转发(?:的)?邮件|轉寄(?:的)?郵件|전달된 메[시세]지";
const dashed = (phrases: string) =>
  new RegExp(`^[\\s>*|]{0,20}[-_=]{2,60}\\s{0,4}(?:${phrases})\\s{0,4}[:：]?\\s{0,4}[-_=*]{0,60}\\s*$`, "iu");
const bare = (phrases: string) => new RegExp(`^[\\s>*|]{0,20}(?:${phrases})\\s{0,4}[:：]\\s*$`, "iu");
const originalMarker = dashed(originals);
const forwardMarkers = [dashed(forwards), bare(forwards)];

/** "-----Original Message-----" and the like, sometimes followed by the name of a header. */
export function isOriginalMarker(line: string): boolean {
  if (!/^[\s>*|]{0,20}[-_=]{2}/.test(line)) return false;
  if (line.length < 200 && originalMarker.test(line)) return true;
  const marker = /^[\s>*|]{0,20}[-_=]{2,60}[^-_=]{4,60}[-_=]{2,60}(?=\s{0,4}\p{L}[^:：]{0,24}[:：])/u.exec(line)?.[0];
  return marker !== undefined && originalMarker.test(marker) && readHeaderLine(line.slice(marker.length)) !== null;
}

/** "---------- Forwarded message ----------", "Begin forwarded message:" and the like. */
export function isForwardMarker(line: string): boolean {
  return line.length < 200 && forwardMarkers.some((marker) => marker.test(line));
}
