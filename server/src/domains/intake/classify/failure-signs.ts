import type { ParsedMail } from "../parse/parsed-mail.ts";

// What programs write when mail could not be delivered, each about mail itself: "delivery failed" alone may be a parcel.
const failureSubjects = [
  /\bundeliver(?:able|ed)\b.{0,40}\b(?:mail|message|returned)\b|^undeliverable:/i,
  /\b(?:mail|message)\b.{0,30}\b(?:delivery (?:failed|failure|status|problem|report|notification|delayed)|could ?n[o']t be (?:delivered|sent))/i,
  /\bdelivery (?:status )?notification\b|\bdelivery has failed\b|^(?:permanent )?delivery failure\b/i,
  /\breturned mail\b|\breturn(?:ing|ed) (?:message |mail )?to sender\b/i,
  /^(?:failure notice|mail failure|mail system error|mail error|non-?delivery|nondeliverable|user unknown|unknown user)\b/i,
  /\b(?:delayed mail|could not send message|bounce notification|smtp server: errors)\b/i,
  /^(?:unzustellbar|mailzustellung|zustellungsfehler|échec de (?:la )?remise|non remis|mensaje no entregado|no se puede entregar)/i,
  /^(?:impossibile (?:consegnare|recapitare)|mancata consegna|falha na entrega|não entregue|onbestelbaar|недоставленное)/i,
  /メールエラー|配信(?:でき|不能|エラー)|送信でき|退信|无法投递|投递失败/,
];
const failureTexts = [
  /\b[45]\d\d[ -]#?[245]\.\d{1,3}\.\d{1,3}\b/,
  /^\W{0,6}(?:smtp|remote host said|error|reason|host .{1,80} said)\b.{0,80}\b[45]\d\d\b/im,
  /\b55[0-4][ -].{0,100}\b(?:user|mailbox|recipient|address|account|relay|unknown|denied|rejected|spam|policy|quota|no such)\b/i,
  /\b(?:user|recipient|mailbox|host)\b.{0,20}\b(?:unknown|not found|unavailable|unroutable|does ?n[o']t exist|is full)\b/i,
  /\b(?:your|the|this|following) (?:e-?mail|message|mail)\b.{0,80}\b(?:could not|couldn't|cannot|was not|has not been|failed to)\b.{0,20}\b(?:be )?(?:delivered|sent)\b/i,
  /\b(?:delivery to the following|unable to deliver|error delivering your mail|mailbox (?:is )?full|mail was rejected|message was rejected)\b/i,
  /送信でき|配信でき|メールボックスが一杯|宛先.{0,20}(?:不明|存在しま)|无法(?:投递|送达)/,
];
const machineSender = /^(?:mailer[-_. ]?daemon|mail[-_. ]?daemon|double-bounce|bounces?)(?:[-+=].*)?$/i;
const machineName = /\bmail(?:er)?[-_ ]?daemon\b|\bmail delivery (?:sub)?system\b|\binternet mail delivery\b/i;
const roleSender =
  /^(?:post[-_]?master|no[-_.]?reply|do[-_.]?not[-_.]?reply|mail[-_.]?(?:admin|system|delivery)|mmdf|uucp)(?:[-+=.].*)?$/i;
// The header lines of a returned message, as old mailers paste them into their text.
const quotedHeaders = /^[> \t]{0,40}(?:received|return-path|message-id|x-mailer|mime-version):\s*\S/gim;

/** Whether the sender can only be a mail system; nobody writes as Mailer-Daemon. */
export function isMachineSender(mail: ParsedMail<unknown>): boolean {
  const shown = (mail.headers.from ?? []).join(" ");
  return machineName.test(shown) || machineSender.test(localPart(mail)) || /\bmailer-daemon\b/i.test(shown);
}

/** Whether the sender is a role that systems and, at times, people write as (postmaster, no-reply). */
export function isRoleSender(mail: ParsedMail<unknown>): boolean {
  return roleSender.test(localPart(mail));
}

/** Whether the sender is the postmaster of a domain. */
export function isPostmaster(mail: ParsedMail<unknown>): boolean {
  return /^post[-_]?master$/i.test(localPart(mail));
}

/** Whether the subject is one that mail systems give to a returned message; "Re:" and "Fwd:" are people's. */
export function hasFailureSubject(subject: string): boolean {
  return failureSubjects.some((sign) => sign.test(subject)) && !/^\s*(?:re|aw|sv|fwd?|wg|tr)\s*:/i.test(subject);
}

/** Whether the text speaks of mail that was not delivered. Only the first 20,000 characters are looked at. */
export function hasFailureText(text: string): boolean {
  const head = text.slice(0, 20_000);
  return failureTexts.some((sign) => sign.test(head));
}

/** Whether the message carries another one: enclosed, or its header lines pasted into the text. */
export function returnsMessage(mail: ParsedMail<unknown>): boolean {
  const isEnclosed = mail.reports.some(({ contentType }) =>
    /^(?:message\/(?:rfc822|global)|text\/rfc822)/.test(contentType),
  );
  return isEnclosed || (mail.text.slice(0, 50_000).match(quotedHeaders)?.length ?? 0) >= 2;
}

function localPart(mail: ParsedMail<unknown>): string {
  return mail.from?.email.split("@")[0] ?? "";
}
