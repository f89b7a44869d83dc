import { marksOf } from "@deskhand/contract/desk/subjects";
import type { ParsedMail } from "../parse/parsed-mail.ts";

// What programs write about undelivered mail, in the languages of the desk's customers. Each pattern mentions mail itself, as "delivery
// failed" alone may be about a parcel. The text is folded first: each run of white space is one space.

const failureSubjects = [
  /^rejected\s*:|\bundeliver(?:able|ed)\b.{0,40}\b(?:mail|message|returned)\b|^undeliverable\s*:|\bundeliverable (?:e-?mail|mail|message)\b/i,
  /\b(?:e-?mail|mail|message)\b.{0,30}\b(?:delivery (?:failed|failure|status|problem|report|notification|delayed|warning|error)|could ?n[o']t be (?:delivered|sent)|not delivered|(?:was )?(?:blocked|rejected|bounced))/i,
  /\bdelivery (?:status )?notification\b|\bdelivery has failed\b|^(?:permanent )?delivery failure\b|^delivery (?:incomplete|delayed)\b|\b(?:mail|message)\b.{0,60}\bdelayed\b/i,
  /\breturned mail\b|\breturn(?:ing|ed) (?:message |mail |e-?mail )?to sender\b/i,
  /^(?:failure notice|mail failure|mail system error|mail error|non-?delivery|nondeliverable|user unknown|unknown user)\b|^failed mail\b/i,
  /\b(?:delayed mail|could not send message|bounce notification|smtp server: errors|recipient unknown|processing error)\b|- user unknown\b|^(?:failed delivery|message undeliverable)\b/i,
  /^(?:unzustellbar|nicht zustellbar|nicht zugestellt|zustellung fehlgeschlagen|mailzustellung|zustellungsfehler|fehler bei der (?:mail)?zustellung)|\b(?:nachricht|e-?mail|mail)\b.{0,40}\b(?:nicht zustellbar|nicht zugestellt|unzustellbar|zurückgewiesen)\b|\bunzustellbare (?:nachricht|e-?mail|mail)\b|\b(?:nachrichten|mail)zustellung\b.{0,40}\b(?:fehlgeschlagen|verzögert)/i,
  /échec de (?:la )?(?:remise|distribution)|\bnon (?:remis|distribuable|distribué|délivré)\b|\b(?:message|courriel|e-?mail|courrier)\b.{0,20}\bnon (?:remis|distribué|délivré)/i,
  /\b(?:mensaje|correo|e-?mail)\b.{0,30}\b(?:no (?:se ha )?(?:entregado|podido entregar)|devuelto|rechazado)|^(?:no se puede entregar|no entregado)|\berror (?:en la|de) entrega de(?:l)? (?:mensaje|correo)/i,
  /^(?:impossibile (?:consegnare|recapitare)|non recapitabile|recapito non riuscito|mancat[oa] (?:consegna|recapito)|messaggio non (?:recapitato|consegnato))|\b(?:e-?mail|messaggio|posta)\b.{0,20}\bnon (?:recapitat|consegnat)/i,
  /^(?:falha na entrega|não entregue|não (?:foi|é) possível entregar)|\b(?:mensagem|e-?mail)\b.{0,20}\b(?:não entregue|devolvid|rejeitad)|\bfalha (?:na|ao) entrega(?:r)?\b.{0,20}\b(?:mensagem|e-?mail)/i,
  /^(?:onbestelbaar|niet bezorgd|niet te bezorgen|kan niet worden bezorgd)|\b(?:bericht|e-?mail|mail)\b.{0,20}\b(?:onbestelbaar|niet (?:bezorgd|afgeleverd))|\bonbestelbare? (?:bericht|e-?mail|mail)/i,
  /^(?:olevererbar|olevererat|kan inte levereras|ikke leveret|ikke[- ]leverbar|uleverbar|kunne ikke leveres|kan ikke leveres|ikke levert|ej levererat)|\b(?:meddelande|meddelelse|besked|melding|e-?post|mail)\w*\b.{0,20}\b(?:inte|ikke|ej) (?:levere|kunne)|\bkunde inte levereras/i,
  /^(?:toimitus epäonnistui|ei voi(?:tu|da)? toimittaa|ei toimitettu|toimittamaton)|\b(?:viesti|sähköposti)\w*.{0,30}\b(?:epäonnistui|ei voitu|toimittamatta|ei toimitettu)/i,
  /^(?:niedostarczon|nie dostarczono|nie można dostarczyć)|(?:wiadomoś|poczt|e-?mail).{0,30}(?:niedostarcz|nie (?:została |mogła być )?dostarcz|nie dostarczono)|błąd doręczenia/i,
  /^(?:nedoručiteln|nedoručen|nelze doručit)|(?:zpráv|e-?mail|pošt).{0,30}(?:nedoruč|nelze doručit|nebyla doruč)|chyba (?:při )?doruč/i,
  /^(?:kézbesíthetetlen|nem kézbesíthető|kézbesítési hiba|sikertelen kézbesítés)|(?:levél|üzenet|e-?mail).{0,30}(?:kézbesíthetetlen|nem kézbesít|visszaküld)|kézbesíthetetlen (?:levél|üzenet)/i,
  /недоставленн|не доставлен|не уда(?:лось|ется|ётся) доставить|неможливо доставити|невозможно доставить|ошибка доставки|недоставлен|не вдалося доставити|помилка доставки/i,
  /(?:ileti|mesaj|e-?posta|posta).{0,30}(?:teslim edilem|iletilem|gönderilem|ulaştırılam)|^(?:teslim edilem|teslim edilmed|iletilem)|teslim edilemeyen/i,
  /メールエラー|配信(?:でき|不能|エラー|失敗|に失敗)|送信(?:でき|エラー|失敗|に失敗)|配送(?:でき|エラー|不能)|未配信|宛先不明/,
  /退信|退回.{0,10}邮件|邮件.{0,6}被?退回|无法(?:投递|送达)|無法(?:投遞|傳遞|送達)|投递失败|投遞失敗|未传递|无法传递|发送失败|傳送失敗|未送达|未送達|未傳遞/,
  /(?:메일|메시지|이메일|편지).{0,12}(?:전송|배달|전달|발송|반송).{0,8}(?:실패|되지|안 ?됨|불가|못)|반송(?:된)? ?(?:메일|메시지)|배달되지 않|배달할 수 없|배달 실패|전송 실패|발송 실패/,
];

// Sentences in which a mail system tells the sender what happened to a message.
const notices = [
  /\b(?:your|the|this|these|following|a|an|original|attached|below) (?:e-?mail|message|mail)s?\b.{0,300}?\b(?:(?:could ?n[o']t|can(?:no|')t|was ?n[o']t|were not|has not|have not|not yet|failed to|did ?n[o']t|unable to|is not) (?:yet )?(?:be |been )?(?:delivered|deliverable|sent|reach\w*|relayed|accepted|transmitted|forwarded)|(?:is|was|has been|is being|being) (?:automatically )?(?:returned|rejected|refused|bounced|blocked|delayed|undeliverable))\b/i,
  /\b(?:could ?n[o']t|can(?:no|')t|unable to|was ?n[o']t able to|failed to|not possible to|(?:problem|error|trouble|difficulty)) (?:successfully )?(?:be )?deliver(?:ed|ing)?\b.{0,40}\b(?:your|the|this|following|any|a)?\s?(?:e-?mail|message|mail|recipient|address)/i,
  /\bdelivery (?:of (?:this |your |the |an? )?(?:e-?mail|message|mail)|to (?:the|these|this|one|following|some|all)\b.{0,40}\b(?:recipients?|address(?:es)?|groups?|persons?|users?|destinations?)).{0,120}\b(?:fail\w*|delayed|postponed|not possible|unsuccessful|rejected|incomplete)\b|\bdelivery has failed to\b|\berror (?:has )?occurred while (?:trying|attempting) to (?:deliver|send)\b|\bthis report relates to (?:your|a) message\b|\bmessage\b.{0,200}\bconsidered (?:unsolicited|spam|junk)/i,
  /\bthe following (?:recipients?|address(?:es)?|users?|persons?|destinations?)(?:\(e?s\))?\b.{0,80}\b(?:fail\w*|errors?|problems?|could not|rejected|unknown|undeliverable|not (?:be )?(?:reached|delivered)|invalid)\b|\bfailed recipients?\b|-{4,20} ?(?:returned mail|transcript of session)|\bhad (?:permanent|transient|delivery|fatal)[a-z -]{0,30} (?:errors|problems)\b/i,
  /\bthis is (?:the (?:mail|e-?mail|qmail|postfix|exim)[a-z -]{0,20}(?:system|server|program)|an? (?:automatically generated|automatic|delivery|mail delivery|permanent error|temporary error|warning) .{0,40}\b(?:delivery|notification|message|notice|report))\b|\bcreated automatically by (?:the )?(?:mail|smtp)\b/i,
  /\b(?:i'm|i am|we are|we're) (?:sorry|afraid).{0,60}\b(?:inform you|was ?n[o']t able to deliver|could not|unable to deliver)\b.{0,80}\b(?:mail|message|e-?mail)\b/i,
  /\b(?:ihre?|die|eine|diese|folgende|deine?|der) (?:folgende |gesendete |versendete |verschickte )?(?:nachricht|e-?mail|mail|mitteilung|botschaft)\w*\b.{0,200}?(?:\bnicht\b.{0,60}?\b(?:zugestellt|zustellbar|zustellen|übermittelt|ausgeliefert|gesendet|versandt|angenommen|erreicht)|\b(?:unzustellbar|zurückgewiesen|abgewiesen|blockiert|abgelehnt|zurückgeschickt)\b)|\b(?:nachricht|mail)\w{0,10} (?:ist |sind )?unzustellbar|\b(?:nachrichten)?zustellung\b.{0,80}\b(?:fehlgeschlagen|gescheitert|nicht möglich|verzögert)|\bfehler bei der (?:\p{L}{0,20})?zustellung/iu,
  /\b(?:votre|le|ce|un|cet|l'|d'un) ?(?:message|courriel|e-?mail|mail|courrier(?: électronique)?)\b.{0,160}?(?:n'a(?:yant)? p(?:as )?u|n'a pas (?:pu |été )|n'a pu|ne peut|n'est pas|a été (?:rejeté|refusé|bloqué|retourné)).{0,40}(?:remis|distribué|délivré|delivre|envoyé|transmis|livré|acheminé|parven|rejeté|refusé|bloqué|retourné)|échec de (?:la )?(?:remise|livraison|distribution|transmission)\b|\b(?:remise|distribution)\b.{0,60}échoué/i,
  /\b(?:su|tu|el|este|un|siguiente) (?:mensaje|correo(?: electrónico)?|e-?mail|email)\b.{0,160}?\b(?:no (?:se )?(?:ha |pudo|puede|fue|han|ha podido)|ha sido (?:rechazado|devuelto|bloqueado)|fue (?:rechazado|devuelto|bloqueado)).{0,40}(?:entreg|envi|lleg|rechaz|devuel|bloque)|\bno se (?:ha podido|pudo|puede) entregar\b.{0,60}\b(?:mensaje|correo|e-?mail|destinatario)|\b(?:error|fallo) (?:de|en la) entrega\b.{0,60}(?:destinatario|mensaje)/i,
  /\b(?:il suo|il tuo|il|questo|un|seguente) (?:messaggio|e-?mail|messaggio di posta)\b.{0,160}?\bnon (?:è stato|può|ha potuto|è|verrà).{0,40}(?:consegn|recapit|inviat|inoltr)|\bimpossibile (?:consegnare|recapitare)\b|\bmancat[oa] (?:consegna|recapito)\b.{0,60}\b(?:messaggio|e-?mail|destinatar)|\bmessaggio .{0,60}(?:respinto|rifiutato)|\brecapito non riuscito/i,
  /\b(?:sua|seu|tua|a|o|esta|uma|seguinte) (?:mensagem|e-?mail|email)\b.{0,160}?\b(?:não (?:pôde|pode|foi|foi possível|será)|foi (?:rejeitad|devolvid|bloquead)).{0,40}(?:entreg|envi|rejeit|devolv|bloque)|\bfalha (?:na|ao) entreg\w+|\bnão foi possível entregar\b/i,
  /\b(?:uw|je|het|dit|een|volgende|de) (?:bericht|e-?mail|mail|e-?mailbericht)\b.{0,160}?\b(?:(?:kon|kan|is|werd) (?:helaas )?niet|geweigerd|vertraagd|teruggestuurd).{0,40}(?:bezorg|aflever|afgeleverd|verzond|verstuur|geweigerd)|\bbezorg(?:ing|en)\b.{0,80}\b(?:mislukt|vertraagd)/i,
  /\b(?:ditt|ert|detta|ett|följande|din|deres|denne|en|et|den)? ?(?:meddelande|meddelelse|besked|melding|e-?post|mail|epost)\w*\b.{0,160}?\b(?:(?:kunde|kunne|kan|har|blev|ble|er) (?:inte|ikke|ej)|gick inte att|avvisad|avvist|forsinket|försena).{0,40}(?:lever|send|skick|nådd|nå frem|nå fram|avvis)|\blever(?:ans\w*|ing\w*)\b.{0,80}\b(?:misslyck\w+|mislyk\w+)/i,
  /(?:viesti|sähköposti)\w{0,12}.{0,160}?(?:ei (?:voitu|voida|saatu|ole|voi|toimitettu)|epäonnistui|hylättiin|viivästyi).{0,40}(?:toimit|lähet|perille)|toimit(?:us|taminen).{0,60}epäonnistui|viesti.{0,80}ei toimitettu/i,
  /(?:wiadomoś|e-?mail|poczt|list)\p{L}{0,6}.{0,160}?(?:nie (?:mogł|może|można|udało|został|dotar)).{0,40}(?:dostarcz|wysł|doręcz|dotar)|(?:dostarcz|doręcz)\p{L}{0,6}.{0,80}(?:nie powiodło|niemożliwe)|nie (?:można|udało się) (?:dostarczyć|doręczyć)/iu,
  /(?:zpráv|e-?mail|pošt)\p{L}{0,6}.{0,160}?(?:nemohl|nebylo možné|nelze|nebyl|nepodařilo).{0,40}(?:doruč|odesl|odesíl|předat)|doruč\p{L}{0,4}.{0,80}(?:nezdařil|nepodařil|selhal)/iu,
  /(?:üzenet|level|levél|e-?mail)\p{L}{0,8}.{0,160}?(?:nem (?:sikerült|lehet|tudtuk|került)|sikertelen|nem).{0,40}(?:kézbesít|elküld|továbbít|eljuttat)|kézbesítés\p{L}{0,4}.{0,60}(?:sikertelen|nem sikerült|meghiúsult)/iu,
  /(?:письм|сообщени|лист|повідомленн)\p{L}{0,4}.{0,160}?(?:не (?:было |может быть |удалось |удаётся |удается |могло быть |вдалося |вдається |було |може бути |буде |быть )?|отклонен|відхилен|возвращен|повернен|задерж).{0,30}(?:достав|отправ|надісл|отклон|відхил|возвращ|поверн|задерж)|(?:не удалось|невозможно|не смогли|не вдалося|неможливо|не змогли) (?:выполнить |виконати )?достав|(?:сбой|ошибка|помилка|збій) (?:при )?достав/iu,
  /(?:ileti|mesaj|e-?posta|posta)\p{L}{0,8}.{0,160}?(?:teslim edil(?:em|me)|iletilem|gönderilem|ulaştırılam|ulaşmad|ulaşamad|reddedil|engellen|gecik)|teslim(?:at|i)? .{0,80}(?:başarısız|edilem)|(?:alıcı|grup)\p{L}{0,8}.{0,40}teslim edilem/iu,
  /(?:メール|メッセージ|送信先|宛先|あて先|以下).{0,100}(?:送信でき|配信でき|配送でき|配達でき|配信されま|送信されま|届けられ|お届けでき|届きません|届かな|到達し|拒否され|返送され|遅れ)|(?:配信|送信|配送)に失敗|配送エラー|配信不能/,
  /(?:邮件|郵件|信件|电邮|電郵|消息|訊息|郵件).{0,80}(?:无法|未能|不能|没有|沒有|無法|被).{0,12}(?:投递|送达|发送|發送|傳送|遞送|投遞|传递|傳遞|送達|退回|退信|拒收|拒绝|拒絕)|无法(?:投递|送达|传递)|無法(?:投遞|傳遞|送達)|未能向.{0,20}传递|傳遞.{0,30}失敗/,
  /(?:메일|메시지|이메일|전자 ?우편|편지).{0,100}(?:(?:전송|배달|전달|발송|보내|도착).{0,20}(?:못|실패|수 없|되지|안 ?되|지연|거부)|반송되)/,
];

// Replies of mail servers (RFC 5321, RFC 3463), and reasons that they give.
const serverReplies = [
  /\b[45]\d\d[ -]#?[245]\.\d{1,3}\.\d{1,3}\b/,
  /\b(?:smtp|remote host said|error|reason|host .{1,80}? said)\b.{0,80}?\b[45][0-5]\d[ -]/i,
  /\b55[0-4][ -].{0,100}?\b(?:user|mailbox|recipient|address|account|relay|unknown|denied|rejected|spam|policy|quota|no such)\b/i,
  /^\s*(?:final-recipient|diagnostic-code)\s*:|\b(?:final-recipient|diagnostic-code)\s*: ?\S/i,
];
const reasons = [
  /\b(?:user|recipient|mailbox|host|address|account|domain)\b.{0,30}\b(?:unknown|not (?:be )?found|unavailable|unroutable|does ?n[o']t exist|is full|over ?quota|disabled|not listed|not known|invalid|rejected)\b|\b(?:unknown|invalid|no such) (?:user|recipient|mailbox|address|account|person)\b|\bno such user\b|\bno user by that name\b/i,
  /\b(?:mailbox|quota|inbox)\b.{0,30}\b(?:full|exceed\w*|over)\b|\bover ?quota\b|\bexceed\w*\b.{0,30}\b(?:quota|allowed size|limit|delivery attempts)\b|\bdelivery failed \d{1,3} attempts|\b(?:mail|message) was rejected\b|\b(?:delivery to the following|unable to deliver|error delivering your mail|did not reach the following|message blocked)\b/i,
  /postfach.{0,20}(?:voll|überfüllt)|empfänger\w*.{0,30}(?:unbekannt|existiert nicht|nicht gefunden|abgelehnt)|unbekannte\w* (?:empfänger|benutzer)|boîte.{0,30}pleine|destinataire.{0,30}(?:inconnu|introuvable)|adresse.{0,30}(?:introuvable|inexistante)|buzón.{0,20}lleno|(?:destinatario|usuario).{0,20}desconocido|la dirección.{0,30}no (?:existe|se encontró)|casella.{0,30}piena|(?:utente|destinatario).{0,20}(?:sconosciuto|inesistente)|indirizzo.{0,20}(?:non trovato|inesistente)|caixa.{0,30}cheia|(?:destinatário|usuário|utilizador).{0,20}(?:desconhecido|inexistente)|endereço.{0,30}não (?:existe|encontrado)/i,
  /postvak.{0,20}vol\b|(?:ontvanger|gebruiker).{0,20}onbekend|adres.{0,30}(?:niet gevonden|bestaat niet)|(?:brevlåda|postboks|postkasse)\w*.{0,20}(?:full|fuld)|(?:mottagar|modtager|mottaker)\w*.{0,30}(?:okänd|ukendt|ukjent|finns inte|findes ikke|finnes ikke|hittades inte)|postilaatikko.{0,20}täynnä|vastaanottaja\w*.{0,20}ei (?:löyd|ole)|tuntematon (?:vastaanottaja|käyttäjä)|skrzynk\w*.{0,30}(?:pełna|przepełniona)|nieznany (?:odbiorca|użytkownik)|schránka.{0,30}plná|neznámý (?:uživatel|příjemce|adresát)|postafiók\w*.{0,20}(?:megtelt|tele)|ismeretlen (?:címzett|felhasználó)/i,
  /(?:пользовател|получател|адрес|ящик|користувач|одержувач|отримувач|скриньк)\p{L}{0,4}.{0,40}(?:не найден|не существует|неизвест|переполнен|заполнен|не знайдено|не існує|невідом|переповнен)|posta kutusu.{0,20}dolu|(?:kullanıcı|alıcı|adres)\p{L}{0,4}.{0,20}(?:bulunamad|bilinmiyor|mevcut değil)|メールボックス.{0,20}(?:一杯|いっぱい|満杯)|(?:宛先|ユーザ|アドレス|受信者).{0,20}(?:不明|見つかり|存在し|ありません)|(?:邮箱|信箱|郵箱).{0,12}(?:已满|已滿|不足|不存在)|(?:收件人|用户|用戶|地址).{0,16}(?:不存在|未找到|无效|無效)|(?:편지함|사서함|메일함|수신함).{0,12}(?:가득|초과|꽉)|(?:수신자|사용자|받는 ?사람|주소).{0,12}(?:없|존재하지|찾을 수)/iu,
];

// Header lines of a returned message, which old mailers paste into their text.
const quotedHeaders = /^[> \t]{0,40}(?:received|return-path|message-id|x-mailer|mime-version):\s*\S/gim;
/** Whether mail systems give such a subject to a returned message; one with "Re:" or "Fwd:" is a person's. */
export function hasFailureSubject(subject: string): boolean {
  if (marksOf(subject).length > 0) return false;
  return failureSubjects.some((sign) => sign.test(subject)) || findNotice(subject) !== null;
}

/** Returns where a mail system's notice of undelivered mail begins in folded text; null if there is none. */
export function findNotice(folded: string): number | null {
  const found = notices.map((notice) => notice.exec(folded)?.index).filter((index) => index !== undefined);
  return found.length > 0 ? Math.min(...found) : null;
}

/** Whether folded text contains a mail server's reply. */
export function hasServerReply(folded: string): boolean {
  return serverReplies.some((sign) => sign.test(folded));
}

/** Whether folded text gives a reason for refusing mail; people may write such words too. */
export function hasRefusalReason(folded: string): boolean {
  return reasons.some((sign) => sign.test(folded));
}

/** Whether a message contains another: enclosed, or with its header lines pasted into the text. */
export function returnsMessage(mail: ParsedMail<unknown>): boolean {
  const isEnclosed = mail.reports.some(({ contentType }) =>
    /^(?:message\/(?:rfc822|global|partial|delayed)|text\/rfc822)/.test(contentType),
  );
  return isEnclosed || (mail.text.slice(0, 50_000).match(quotedHeaders)?.length ?? 0) >= 2;
}
