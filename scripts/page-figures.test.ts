import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/**
 * A constant's name or the code before it, the sentence with # in place of the figure, and how many of its units make one of the page's.
 */
type Figure = readonly [name: string, words: string, unit?: number];
const [second, minute, hour, MB] = [1_000, 60_000, 3_600_000, 1024 ** 2] as const;

/** The figures on the pages, by page and by the file with the constant. Those of `limits.ts` have a separate table. */
const told: Readonly<Record<string, Readonly<Record<string, readonly Figure[]>>>> = {
  "docs/product.md": {
    "server/src/domains/auth/guesses/guess-rules.ts": [
      ["maxAtAddress", "At one address # wrong passwords in 5 minutes"],
      ["minutes", "20 wrong passwords in # minutes may be tried"],
      ["maxFromNetwork", "and # from one network at all addresses"],
      ["most", "At one address # wrong passwords in an hour"],
    ],
    "server/src/domains/auth/guesses/browser-mark.ts": [["keptSeconds", "it keeps a mark for # days", 86_400]],
    "server/src/domains/auth/create-sign-in.ts": [
      ["office = { window: 60, max", "In production # passwords a minute"],
      ["window: 60, max", "of any other kind for signing in, and # sign-ups"],
    ],
    "server/src/domains/auth/passwords/own-password.ts": [
      ["maxRefused", "after # wrong ones in 15 minutes"],
      ["withinMinutes", "after 5 wrong ones in # minutes"],
    ],
    "server/src/domains/auth/links/use-link.ts": [
      ["maxWrongTries", "After # passwords at a link it is over"],
      ["confirm", "to confirm an address # hours"],
      ["reset", "to choose another password # hour,"],
      ["invite", "an invitation # days", 24],
    ],
    "server/src/domains/auth/mail-requests/mail-pace.ts": [
      ["minutes", "one mail in # minutes"],
      ["perDay", "in 10 minutes, and # in 24 hours"],
    ],
    "server/src/domains/auth/sign-in-rules.ts": [
      ["sessionSeconds", "lasts # days since it was last used", 86_400],
      ["remembered", "and # days at the most"],
      ["forgotten", "and after # hours"],
    ],
    "server/src/domains/auth/own-sessions.ts": [["codeMs", "asks for a code, within # minutes", minute]],
    "server/src/platform/smtp/watch-sessions.ts": [
      ["sessionsPerHost", "holds # sessions at once"],
      ["sessions", "all together #. The last"],
      ["reserved", "The last # are for hosts"],
      ["idleMs", "# minutes without a word in a mail", minute],
      ["sessionMs", "# minutes in all", minute],
      ["idleCommands", "after # commands that brought no mail further"],
    ],
    "server/src/domains/intake/intake-limits.ts": [
      ["burst", "mails # at once, and then 5 a second"],
      ["perSecond", "30 at once, and then # a second"],
      ["mailsPerTicket", "A ticket takes # mails of people in 10 minutes"],
      ["automaticPerTicket", "and # automatic ones in an hour"],
      ["maxHops", "that passed more than # servers"],
      ["lookupSeconds", "do not answer within # seconds"],
      ["maxFaults", "# times nothing could read it"],
      ["namedMails", "At most # such Message-IDs"],
      ["uncheckedBytesOfHost", "one host may have sent # MB", MB],
      ["uncheckedBytes", "and all together # MB", MB],
      ["refusedAddresses", "together, of # addresses at the most"],
      ["refusalDays", "they are kept for # days"],
    ],
    "server/src/domains/intake/authenticate/sender-lookup.ts": [
      ["small: { group", "of each, # mails are looked up at once"],
      ["small: { group: 8, member", "are looked up at once, # that say to be of one"],
    ],
    "server/src/domains/intake/read/mail-readers.ts": [
      ["small: { fresh", "too long to read twice: # seconds", second],
      ["late", "twice: 5 seconds, then #;", second],
    ],
    "server/src/domains/intake/parse/describe-message.ts": [
      ["mails", "five deep, # of them"],
      ["text", "of them, # characters of each"],
      ["allText", "of each and # together"],
    ],
    "server/src/domains/intake/containers/read-calendar.ts": [
      ["events", "# events of a mail"],
      ["attendees", "# people of each"],
    ],
    "server/src/domains/intake/silence/find-silence.ts": [
      ["days", "on at least # days"],
      ["minimum = { days: 10, hours", "in at least # different hours"],
      ["pauses: 3, hours", "add up to at least #,"],
      ["pauses", "to # times as much"],
    ],
    "server/src/domains/intake/capacity/known-networks.queries.ts": [
      ["storesOfProvider", "network that # stores know"],
    ],
    "db/functions/intake/find-mails.sql": [["then 3000 else", "at the newest # only"]],
    "server/src/platform/mailer/smtp-mailer.ts": [
      ["mostOnTheirWay", "At most # mails of a process"],
      ["connectionTimeout", "A relay has # seconds to be connected to", second],
      ["greetingTimeout", "to be connected to, # to greet", second],
      ["socketTimeout", "# minutes for each reply", minute],
      ["mailTimeout", "for each reply and # for all of a mail", minute],
    ],
    "server/src/domains/outgoing/sending/delivery-slots.ts": [
      ["quick", "nearly always #, of which"],
      ["quickOf", "of which # go to the same domain"],
      ["slowAfterMs", "takes longer than # seconds", second],
      ["slowOf", "others: 8 do, # of them"],
      ["waitsMs", "found no place for # seconds", second],
    ],
    "server/src/domains/outgoing/deliver-mail.ts": [["maxTries", "# tries over about a day"]],
    "server/src/domains/outgoing/compose-outgoing.ts": [["quotedLength", "# characters of it at most"]],
    "server/src/domains/outgoing/take-acknowledgement.ts": [["maxOfOrganisation", "nor do more than # addresses"]],
    "server/src/domains/outgoing/sender-domain/check-records.ts": [["maxLookups", "more than # lookups"]],
    "server/src/domains/outgoing/branding/branding.queries.ts": [["maxUnsaved", "nobody saved the newest # stay"]],
    "server/src/domains/outgoing/sending/quotas.ts": [
      ["established: { days", "# days old, and 20 customers wrote"],
      ["established: { days: 7, writers", "7 days old, and # customers wrote"],
      ["trusted: { days", "# days old, and 100 customers wrote"],
      ["trusted: { days: 30, writers", "30 days old, and # customers wrote"],
    ],
    "server/src/domains/shopify/sync/fetch-orders.ts": [["maxAsked", "the # orders that were placed last"]],
    "server/src/domains/shopify/sync/order-query.ts": [["ordersPerRequest", "Each page of # orders"]],
    "server/src/domains/shopify/sync/syncs.queries.ts": [["maxNamed", "which are named (# of them)"]],
    "server/src/domains/shopify/sync/list-syncs.ts": [["historyLength", "shows the # newest ends"]],
    "server/src/domains/shopify/connection/remove-store-data.ts": [["rowsPerBatch", "Up to # orders and"]],
    "server/src/domains/shopify/webhooks/read-webhook.ts": [
      ["maxBytes", "At most # MB", MB],
      ["oldestMs", "within the last # hours", hour],
      ["maxAheadMs", "up to # minutes ahead", minute],
    ],
    "server/src/domains/shopify/webhooks/webhooks.jobs.ts": [["deliveriesKeptDays", "ids are kept for # days"]],
    "server/src/domains/shopify/webhooks/fetch-pending.ts": [["pauseSeconds", "tried again after # minutes", 60]],
    "server/src/domains/shopify/webhooks/read-sums.ts": [["batchSize", "# orders every five minutes"]],
    "server/src/domains/shopify/webhooks/do-request.ts": [["answeredWithinDays", "be answered (# days)"]],
    "server/src/domains/tracking/rows/ticket-words.queries.ts": [
      ["charactersRead", "the first # characters of each of the 20 newest"],
      ["messagesRead", "of each of the # newest messages"],
    ],
    "server/src/domains/orders/finding/judge-orders.ts": [["recentDays", "or one of the last # days"]],
    "server/src/domains/orders/erase.queries.ts": [["shownDays", "An order of the last # days that the store"]],
    "contract/src/search/search-line.ts": [["most", "more than # words the first 12 count"]],
    "server/src/domains/tickets/search/parse-search.ts": [["maxWords", "of a search of tickets #."]],
    "server/src/domains/tickets/detail/ticket-detail.queries.ts": [
      ["threadContentLength", "longer than # characters is cut in the thread"],
    ],
    "web/src/features/tickets/detail/thread/messages-tab.tsx": [
      ["MAX_UNFOLDED", "Of more than # steps in a row"],
      ["SHOWN_WHEN_FOLDED", "in a row the newest # are shown"],
    ],
    "server/src/platform/mail-html/safe-html.ts": [["maxLength", "# characters of it are read"]],
    "server/src/platform/mail-html/bounded-parser.ts": [["mostOpen", "up to # elements open at once"]],
    "server/src/platform/mail-html/show-images.ts": [["mostRemote", "of a message, the first # of it"]],
    "server/src/platform/outside/remote-pictures.ts": [
      ["timeoutMs", "at most 5 MB, within # seconds", second],
      ["mostOfGroup", "# at once for a store"],
    ],
    "server/src/platform/pictures/picture-to-png.ts": [["longestSide", "PNGs of up to # pixels"]],
    "server/src/platform/pictures/pixels.ts": [["mostPixels", "of # million pixels at most", 1_000_000]],
    "server/src/platform/parts/parts.ts": [
      ["worker", "not seen working for # seconds"],
      ["relay", "(the relay: # minutes)", 60],
    ],
    "server/src/platform/http/budgets/bound-requests.ts": [
      ["patienceMs", "a little too much waits for up to # seconds", second],
    ],
    "server/src/platform/http/request-bodies.ts": [
      ["depth", "JSON may have # levels"],
      ["values", "16 levels and # values"],
      ["faultsNamed", "names at most # fields"],
    ],
    "server/src/platform/realtime/live-sockets.ts": [
      ["burstOfPerson", "one a second on average and # after a rest"],
      ["burstOfStore", "a store 20 a second and # after a rest"],
    ],
    "server/src/platform/db/pool.ts": [
      ["requestPatience: Patience = { statementMs", "waits for takes more than # seconds", second],
      ["statementMs: 15_000, lockMs", "and none waits more than # for", second],
      ["jobPatience: Patience = { statementMs", "has a minute, and waits", minute],
    ],
    "server/src/platform/realtime/live-server.ts": [["mostReplayed", "after more than # missed ones"]],
    "contract/src/desk/presence.ts": [
      ["hiddenMs", "# seconds after the tab was hidden", second],
      ["writingMs", "within the last # seconds. A reply", second],
      ["beatMs", "when that changes and every # seconds", second],
      ["goneMs", "Who was not heard for # seconds is gone", second],
      ["messagesAtOnce", "more than # messages in a row"],
      ["messagesPerSecond", "in a row, or # a second"],
    ],
  },
  "README.md": {
    "scripts/check-bundle.ts": [["limitKb", "less than # kB of JavaScript"]],
    "contract/src/limits.ts": [["mailSizeBytes", "files up to # MB", MB]],
  },
  "docs/self-hosting.md": {
    "server/src/platform/db/embedded/embedded-postgres.ts": [["mostTries", "gives up after # tries"]],
    "server/src/platform/parts/health.ts": [["answerMs", "without a sign-in and within # seconds", second]],
    "server/src/platform/parts/watch-parts.ts": [["recheckMs", "and every # while they do not work", second]],
    "server/src/platform/parts/parts.ts": [["receiver", "without a word is missed after #."]],
    "server/src/platform/db/brief-locks.ts": [["lockMs", "for a table in use gives up after # seconds", second]],
    "server/src/platform/smtp/watch-sessions.ts": [["sessionsPerHost", "A host may hold # sessions at once"]],
    "server/src/domains/polish/open-polisher.ts": [["idleMs", "after # minutes without work", minute]],
  },
  "docs/reliability.md": {
    "server/src/platform/mailer/smtp-mailer.ts": [
      ["mostOnTheirWay", "four mails at most times and # at the very most"],
      ["connectionTimeout", "a relay has # seconds to be connected to", second],
      ["greetingTimeout", "connected to, # to greet", second],
      ["mailTimeout", "each reply and # for all of a mail", minute],
    ],
    "faults/silent-database.test.ts": [
      ["replies", "requests within # seconds"],
      ["mails", "30 seconds, mail within #"],
    ],
    "faults/relay/kinds-of-bad.test.ts": [["mailTimeout", "with 4, 4, 5 and # seconds", second]],
  },
  "docs/security.md": {
    "server/src/platform/settings.ts": [
      ["memoryCost", "argon2id (# MB, 2 passes)", 1024],
      ["timeCost", "argon2id (19 MB, # passes)"],
    ],
    "server/src/platform/mailer/signing-key.ts": [["keyBits", "RSA, # bits"]],
    "server/src/domains/auth/create-sign-in.ts": [
      ["office = { window: 60, max", "and network, # a minute from one IP address"],
    ],
    "server/src/platform/http/request-bodies.ts": [["values", "16 levels, # values"]],
    "server/src/domains/intake/read/mail-readers.ts": [
      ["small: { fresh", "a thread of its own with # to 30 seconds", second],
      ["large: { fresh: 20_000, late", "a thread of its own with 5 to # seconds", second],
    ],
    "server/src/platform/pictures/picture-workers.ts": [
      ["limitMs", "a thread of its own with # seconds; 6,000", second],
    ],
    "server/src/platform/outside/remote-pictures.ts": [["mostAtOnce", "4 at once for a store, # for all"]],
  },
};

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** Returns the spellings of a figure on a page: in digits, or as a word. */
function spellings(value: number): string[] {
  return [Math.floor(value).toLocaleString("en-US"), ...[words[value]].filter((word) => word !== undefined)];
}

function constantOf(source: string, name: string): number {
  const found = new RegExp(
    `(?<![\\w.])${name.replace(/[{}]/g, "\\$&")}(?:: | = | )(\\d[\\d_]*(?: \\* \\d[\\d_]*)*)`,
  ).exec(source);
  return (found?.[1] ?? "unknown")
    .split(" * ")
    .reduce((product, factor) => product * Number(factor.replaceAll("_", "")), 1);
}

test.each(Object.entries(told))("the figures of %s match the code", (path, byFile) => {
  const page = read(path).replace(/\s+/g, " ").toLowerCase();
  const wrong = Object.entries(byFile).flatMap(([file, figures]) => {
    const source = read(file);
    return figures.flatMap(([name, sentence, unit = 1]) => {
      const value = constantOf(source, name) / unit;
      const isTold = spellings(value).some((figure) => page.includes(sentence.replace("#", figure).toLowerCase()));
      return isTold ? [] : [`${file}: ${name} is ${value}, which "${sentence}" does not say`];
    });
  });
  expect(wrong).toEqual([]);
});
