import { domainOf } from "@deskhand/contract/addresses/address";

/** Whether an address is at this installation's own domain, where nobody has a mailbox: desks alone receive there. */
export function isAtMailDomain(mailDomain: string, email: string): boolean {
  return domainOf(email).toLowerCase() === mailDomain.toLowerCase();
}

const webmailDomains = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com me.com
  mac.com aol.com proton.me protonmail.com pm.me gmx.com gmx.de gmx.net web.de mail.com zoho.com fastmail.com
  hey.com tutanota.com yandex.com mail.ru qq.com 163.com 126.com naver.com`.split(/\s+/),
);

/** Whether a domain gives mailboxes to everybody, so that it says nothing about whose store it is. */
export function isWebmailDomain(domain: string): boolean {
  return webmailDomains.has(domain) || /^(yahoo|hotmail|live|outlook)\.[a-z]{2,3}(\.[a-z]{2})?$/.test(domain);
}
