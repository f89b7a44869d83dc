import type { MailAddress, ParsedMail } from "../parse/parsed-mail.ts";
import { readAddresses } from "../parse/read-addresses.ts";

// The names that programs write as: one table for whoever asks whether an address is a mail system's, a form's or nobody's.

const names = {
  /** Mail systems themselves: no person writes as one. */
  daemon:
    "mailer[-_. ]?daemon|mail[-_. ]?daemon|mdaemon|daemon|double-bounce|mail[-_. ]?delivery[-_. ]?(?:sub)?system|mail[-_. ]?delivery[-_. ]?(?:service|agent)",
  postmaster: "post[-_.]?master",
  bounces: "bounces?|returns?[-_.]path|undeliver(?:able|ed)",
  noReply:
    "no[-_.]?(?:reply|replies|response|respuesta|responder?|mail)|(?:do|please|pls)?[-_.]?not?[-_.]?(?:reply|respond)|dont[-_.]?reply|never[-_.]?reply|(?:keine?|nicht)[-_.]?antwort(?:en)?|ne[-_.]?pas[-_.]?repondre|non[-_.]?rispondere|nao[-_.]?respond(?:a|er)|niet[-_.]?(?:antwoorden|beantwoorden)|svara?[-_.]?(?:ej|inte)|ei[-_.]?vasta(?:usta)?",
  /** Servers and those who run them, who write themselves at times. */
  server: "mail[-_.]?(?:admin|system|delivery|gateway|server)|mmdf|uucp|(?:sys)?admin",
  root: "root|host[-_.]?master",
  system: "system",
  scanner: ".*(?:anti-?virus|_gateways?)",
  listProgram: "listserv|majordomo|mailman",
  mailer: "mailer",
  /** The programs of websites. */
  site: "wordpress|www[-_.]?data|apache|nobody|web(?:site|master)?",
  form: "(?:web|contact)?[-_.]?forms?|contact|kontakt",
  shop: "shop|store",
  notices: "notif(?:y|ier|ications?)|notificaciones",
  campaigns: "newsletters?|mailings?|marketing|campaigns?|alerts?|announce(?:ments?)?|digest|unsubscribe|reminders?",
  bots: "automat(?:ed|ic|isch)|auto[-_.]?(?:reply|responder|confirm|mailer|notify)|auto|robot|bot|cron|nagios|monitoring",
  abuse: "abuse",
} as const;

type RobotKind = keyof typeof names;

/** Matches a local part that is one of these names, or begins with one and goes on behind a sign ("bounces+ann"). */
export function namedAs(...kinds: RobotKind[]): RegExp {
  return new RegExp(`^(?:${alternatives(kinds)})(?:[-_+=.].*)?$`, "i");
}

/** Matches a local part that has one of these names anywhere between signs ("shop-no-reply-de"). */
export function holdsNameOf(...kinds: RobotKind[]): RegExp {
  return new RegExp(`(?:^|[-_.+=])(?:${alternatives(kinds)})\\d{0,4}(?=[-_.+=]|$)`, "i");
}

/** What serves a mailing list (RFC 2142, section 6). */
export const ofList = /^owner-|-(?:request|owner|admin|bounces?|errors?|subscribe|unsubscribe|confirm)$/i;

/** What stands before the at sign of an address; all of it where there is none. */
export function localOf(address: string): string {
  const at = address.lastIndexOf("@");
  return at === -1 ? address : address.slice(0, at);
}

function alternatives(kinds: RobotKind[]): string {
  return kinds.map((kind) => names[kind]).join("|");
}

/**
 * Finds among a mail's To, Cc, Reply-To and From the mailing list that it came by (RFC 2369, section 3.4; RFC 2919): its address in lower
 * case, with the name that it calls itself by, else the one that To or Cc has.
 */
export function listAddresses({
  headers,
  replyTo,
  from,
}: Pick<ParsedMail<unknown>, "headers" | "replyTo" | "from">): MailAddress[] {
  const posts = new Set(
    headers["list-post"]?.flatMap((value) => readAddresses([/<mailto:([^<>?]+)/i.exec(value)?.[1] ?? ""])).map(lower),
  );
  // Most lists are named by their address, with a dot for the "@".
  const ids = headers["list-id"]?.map(readListId) ?? [];
  if (posts.size === 0 && ids.length === 0) return [];
  const found = new Map<string, MailAddress>();
  // A list that stands in From bears the name of whoever wrote, "Ann via Parents".
  const inFrom = from ? [{ ...from, name: "" }] : [];
  for (const one of [...readAddresses(headers.to), ...readAddresses(headers.cc), ...replyTo, ...inFrom]) {
    const email = lower(one);
    if (found.has(email) || !(posts.has(email) || ids.some(({ id }) => id === email.replace("@", ".")))) continue;
    found.set(email, { name: ids.find(({ name }) => name !== "")?.name ?? one.name, email });
  }
  return [...found.values()];
}

/** "Parents of the school <parents.school.example>". */
function readListId(value: string): { name: string; id: string } {
  const [, name = "", id = value] = /^(.{0,200}?)<([^<>]+)>\s*$/s.exec(value) ?? [];
  return { name: name.replace(/"/g, "").trim(), id: id.trim().toLowerCase() };
}

function lower({ email }: { email: string }): string {
  return email.toLowerCase();
}
