import type { MailAddress, ParsedMail } from "../parse/parsed-mail.ts";
import { readAddresses } from "../parse/read-addresses.ts";

// Names that programs write as, in one table for every check of an address.

const names = {
  /** Mail systems, which no person writes as. */
  daemon:
    "mailer[-_. ]?daemon|mail[-_. ]?daemon|mdaemon|daemon|double-bounce|mail[-_. ]?delivery[-_. ]?(?:sub)?system|mail[-_. ]?delivery[-_. ]?(?:service|agent)",
  postmaster: "post[-_.]?master",
  bounces: "bounces?|returns?[-_.]path|undeliver(?:able|ed)",
  noReply:
    "no[-_.]?(?:reply|replies|response|respuesta|responder?|mail)|(?:do|please|pls)?[-_.]?not?[-_.]?(?:reply|respond)|dont[-_.]?reply|never[-_.]?reply|(?:keine?|nicht)[-_.]?antwort(?:en)?|ne[-_.]?pas[-_.]?repondre|non[-_.]?rispondere|nao[-_.]?respond(?:a|er)|niet[-_.]?(?:antwoorden|beantwoorden)|svara?[-_.]?(?:ej|inte)|ei[-_.]?vasta(?:usta)?",
  /** Servers and their administrators, who sometimes write themselves. */
  server: "mail[-_.]?(?:admin|system|delivery|gateway|server)|mmdf|uucp|(?:sys)?admin",
  root: "root|host[-_.]?master",
  system: "system",
  scanner: ".*(?:anti-?virus|_gateways?)",
  listProgram: "listserv|majordomo|mailman",
  mailer: "mailer",
  /** Programs of websites. */
  site: "wordpress|www[-_.]?data|apache|nobody|web(?:site|master)?",
  form: "(?:web|contact)?[-_.]?forms?|contact|kontakt",
  shop: "shop|store",
  notices: "notif(?:y|ier|ications?)|notificaciones",
  campaigns: "newsletters?|mailings?|marketing|campaigns?|alerts?|announce(?:ments?)?|digest|unsubscribe|reminders?",
  bots: "automat(?:ed|ic|isch)|auto[-_.]?(?:reply|responder|confirm|mailer|notify)|auto|robot|bot|cron|nagios|monitoring",
  abuse: "abuse",
} as const;

type RobotKind = keyof typeof names;

/** Matches a local part that is one of these names, or begins with one before a separator ("bounces+ann"). */
export function namedAs(...kinds: RobotKind[]): RegExp {
  return new RegExp(`^(?:${alternatives(kinds)})(?:[-_+=.].*)?$`, "i");
}

/** Matches a local part that has one of these names between separators ("shop-no-reply-de"). */
export function holdsNameOf(...kinds: RobotKind[]): RegExp {
  return new RegExp(`(?:^|[-_.+=])(?:${alternatives(kinds)})\\d{0,4}(?=[-_.+=]|$)`, "i");
}

/** Matches service addresses of mailing lists (RFC 2142, section 6). */
export const listService = /^owner-|-(?:request|owner|admin|bounces?|errors?|subscribe|unsubscribe|confirm)$/i;

/** The part of an address before the "@"; the whole text if there is none. */
export function localOf(address: string): string {
  const at = address.lastIndexOf("@");
  return at === -1 ? address : address.slice(0, at);
}

function alternatives(kinds: RobotKind[]): string {
  return kinds.map((kind) => names[kind]).join("|");
}

/**
 * Finds the mailing list that a mail came by among its To, Cc, Reply-To and From (RFC 2369, section 3.4; RFC 2919). Returns its address
 * in lower case, with the name from List-Id, else the name in To or Cc.
 */
export function listAddresses({
  headers,
  replyTo,
  from,
}: Pick<ParsedMail<unknown>, "headers" | "replyTo" | "from">): MailAddress[] {
  const posts = new Set(
    headers["list-post"]?.flatMap((value) => readAddresses([/<mailto:([^<>?]+)/i.exec(value)?.[1] ?? ""])).map(lower),
  );
  // A List-Id is usually the list's address with a dot instead of the "@".
  const ids = headers["list-id"]?.map(readListId) ?? [];
  if (posts.size === 0 && ids.length === 0) return [];
  const found = new Map<string, MailAddress>();
  // In From, the list has the writer's name, as in "Ann via Parents".
  const inFrom = from ? [{ ...from, name: "" }] : [];
  for (const one of [...readAddresses(headers.to), ...readAddresses(headers.cc), ...replyTo, ...inFrom]) {
    const email = lower(one);
    if (found.has(email) || !(posts.has(email) || ids.some(({ id }) => id === email.replace("@", ".")))) continue;
    found.set(email, { name: ids.find(({ name }) => name !== "")?.name ?? one.name, email });
  }
  return [...found.values()];
}

/** Reads a List-Id such as "Parents of the school <parents.school.example>". */
function readListId(value: string): { name: string; id: string } {
  const [, name = "", id = value] = /^(.{0,200}?)<([^<>]+)>\s*$/s.exec(value) ?? [];
  return { name: name.replace(/"/g, "").trim(), id: id.trim().toLowerCase() };
}

function lower({ email }: { email: string }): string {
  return email.toLowerCase();
}
