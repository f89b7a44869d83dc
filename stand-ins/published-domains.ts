import type { Zone } from "./name-server.ts";
import { publishedKey } from "./signed-mail.ts";

const key = publishedKey();
/** One domain of each kind, by what it publishes about who may send its mail. */
export const publishedDomains: Zone = {
  // Everything, with a policy.
  "customer.example TXT": ["v=spf1 ip4:192.0.2.1 -all", "some-verification=1"],
  "_dmarc.customer.example TXT": ["v=DMARC1; p=reject; sp=none"],
  "s._domainkey.customer.example TXT": [key],
  "s._domainkey.mail.customer.example TXT": [key],
  "weak._domainkey.customer.example TXT": [publishedKey(512)],
  "shop.customer.example TXT": ["v=spf1 ip4:192.0.2.1 -all"],
  // A policy that asks for nothing, with strict alignment.
  "strict.example TXT": ["v=spf1 ip4:192.0.2.1 ~all"],
  "_dmarc.strict.example TXT": ["v=DMARC1; p=none; adkim=s; aspf=s"],
  "s._domainkey.strict.example TXT": [key],
  "s._domainkey.mail.strict.example TXT": [key],
  "mail.strict.example TXT": ["v=spf1 ip4:192.0.2.1 -all"],
  // No policy.
  "soft.example TXT": ["v=spf1 ip4:192.0.2.1 ~all"],
  "hard.example TXT": ["v=spf1 ip4:192.0.2.1 -all"],
  "neutral.example TXT": ["v=spf1 ip4:192.0.2.1 ?all"],
  "signed.example A": ["192.0.2.1"],
  "s._domainkey.signed.example CNAME": ["keys.provider.example"],
  "keys.provider.example TXT": [key],
  "xn--bcher-kva.example TXT": ["v=spf1 ip4:192.0.2.1 -all"],
  "s._domainkey.xn--bcher-kva.example TXT": [key],
  "huge.example TXT": [`v=spf1 ip4:192.0.2.1 ${"a:x.example ".repeat(2_000)}-all`],
  "loop.example TXT": ["v=spf1 include:loop.example -all"],
  // Neighbours below a public suffix.
  "s._domainkey.evil.co.uk TXT": [key],
  "evil.co.uk TXT": ["v=spf1 ip4:192.0.2.66 -all"],
  "_dmarc.github.io TXT": ["v=DMARC1; p=reject"],
  "s._domainkey.evil.github.io TXT": [key],
  // Domains that pose as others.
  "evil.example TXT": ["v=spf1 ip4:192.0.2.66 -all"],
  "s._domainkey.evil.example TXT": [key],
  // Domains without a usable answer.
  "silent.example TXT": "silence",
  "_dmarc.broken.example TXT": "servfail",
  "broken.example TXT": ["v=spf1 ip4:192.0.2.1 -all"],
  "_dmarc.lost.example TXT": ["v=DMARC1; p=reject"],
  "s._domainkey.lost.example TXT": "servfail",
  // Forwarders.
  "s._domainkey.google.com TXT": [key],
  "s._domainkey.forwarder.example TXT": [key],
};
