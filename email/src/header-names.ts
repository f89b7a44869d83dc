// The names of a mail's header lines as programs write them above what they quote. Matched without regard to case.

/** What a line of a quoted header block names. */
export type HeaderKind = "from" | "sent" | "date" | "to" | "copy" | "subject" | "reply-to" | "other";

/** The names of header lines, by what they name; a bar between them. */
export const headerNames: Record<HeaderKind, string> = {
  from: "from|von|de|da|van|från|frå|fra|lähettäjä|od|ode|от|от кого|отправитель|від|від кого|відправник|подател|από|αποστολέας|expéditeur|expeditor|expeditorul|mittente|remitente|remetente|afzender|avsändare|afsender|avsender|kimden|gönderen|nadawca|odesílatel|odosielateľ|feladó|de la|šalje|pošiljatelj|saatja|no|nuo|dari|pengirim|từ|người gửi|差出人|送信者|送信元|发件人|發件人|发信人|寄件者|寄件人|보낸 사람|보낸사람|발신자|จาก|מאת|من|المرسل|از|प्रेषक",
  sent: "sent|gesendet|envoyé|message du|envoyé le|enviado|enviado el|enviado em|enviada|enviada em|enviat|enviat el|inviato|verzonden|skickat|sendt|lähetetty|wysłano|wysłane|отправлено|надіслано|відправлено|изпратено|στάλθηκε|αποστολή|odesláno|odoslané|odoslaná|elküldve|küldve|gönderildi|gönderilen|gönderme tarihi|trimis|poslano|poslato|saadetud|nosūtīts|išsiųsta|dikirim|terkirim|đã gửi|送信日時|发送时间|發送時間|傳送時間|寄件日期|已发送|已傳送|보낸 날짜|보낸날짜|보낸 시간|보낸시간|ส่ง|נשלח|תאריך שליחה|تاريخ الإرسال|أُرسلت|تم الإرسال",
  date: "date|datum|data|dată|fecha|dato|dátum|päivämäärä|päiväys|дата|ημερομηνία|tarih|kuupäev|datums|tanggal|ngày|日付|日時|日期|时间|時間|날짜|วันที่|תאריך|التاريخ|تاريخ|تاریخ",
  to: "to|an|à|a|pour|para|per a|naar|aan|till|til|vastaanottaja|do|кому|до|προς|παραλήπτης|komu|pre|címzett|kime|alıcı|către|destinatar|destinatarul|destinataire|destinatario|destinatário|destinatari|adresat|prima|za|saaja|kellele|kam|kepada|đến|tới|người nhận|宛先|送信先|收件人|收件者|받는 사람|받는사람|수신자|ถึง|אל|إلى|الى|به",
  copy: "cc|bcc|kopie|kopie (cc)|copie|copie à|copia|copia para|kopia|kópia|kopi|kopio|másolat|másolatot kap|копия|копие|копія|κοιν|κοιν.|κοινοποίηση|dw|do wiadomości|bilgi|koopia|tembusan|抄送|副本|参照|참조|สำเนา|עותק|نسخة",
  subject:
    "subject|betreff|objet|sujet|asunto|assunto|assumpte|oggetto|onderwerp|ämne|emne|aihe|temat|тема|относно|θέμα|předmět|predmet|tárgy|konu|subiect|subiectul|naslov|teema|temats|tema|perihal|subjek|chủ đề|tiêu đề|件名|主题|主旨|標題|제목|เรื่อง|נושא|الموضوع|موضوع|विषय",
  "reply-to":
    "reply-to|reply to|antwort an|antwoord aan|répondre à|responder a|responder para|rispondi a|svar til|svara till|odpowiedz do|odpověď na|ответить на|返信先|回复至|회신 주소",
  other:
    "importance|wichtigkeit|priorité|importanza|importancia|attachments|anlagen|pièces jointes|adjuntos|allegati|priority|organization|message-id",
};
