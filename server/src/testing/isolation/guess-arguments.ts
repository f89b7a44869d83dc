import { accessLevels, ticketCategories, ticketPriorities } from "@deskhand/contract/vocabulary";
import { fromNow } from "../from-now.ts";
import type { FullDesk } from "../full-desk.ts";
import type { Parameter } from "./closed-queries.ts";

/** A store with one of everything, all ids in its rows, and its sessions' tokens. */
export type Known = { desk: FullDesk; ids: string[]; tokens: string[] };

/** Guesses arguments from the names of a query's parameters; another `round` tries other values. */
export function guessArguments(parameters: Parameter[], known: Known, round: number): unknown[] {
  return parameters.map(({ name, isList, fields }) => {
    const value =
      fields && !guesses.some(([pattern]) => pattern.test(name))
        ? objectOf(fields, known, round)
        : guess(name, known, round);
    return isList && !Array.isArray(value) ? [value] : value;
  });
}

function objectOf(fields: string[], known: Known, round: number): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, guess(field, known, round)]));
}

/** What a parameter or field of this name may hold; the first pattern that fits decides. */
const guesses: [RegExp, (known: Known) => unknown[]][] = [
  [/^ticketIds?$/, ({ desk }) => [desk.ticketId, desk.archivedTicketId]],
  [/^(?:messageId|exceptMessageId)$/, ({ desk }) => [desk.messageId, desk.failedMessageId]],
  [
    /^(?:actorId|userId|reader|authorId|uploadedBy|createdBy|updatedBy|assignedTo|onlyUserId)$/,
    ({ desk }) => [desk.owner.userId, desk.agent.userId],
  ],
  [/^(?:afterId|exceptUserId|duplicateOf|dueDate|after|before)$/, () => [null]],
  [/^customerId$/, ({ desk }) => [desk.customerId]],
  [/^attachmentId$/, ({ desk }) => [desk.imageId, desk.attachmentId]],
  [/^mailMessageIds?$/, () => ["<a@b>"]],
  [/[kK]ey$/, ({ desk }) => [desk.replyKey]],
  [/^token$/, ({ tokens }) => tokens],
  [/^now$/, () => [null]],
  [/(?:^i|I)ds?$/, ({ ids }) => ids],
  [/^emails?$/i, ({ desk }) => [`${desk.secret}@customer.test`, desk.owner.email]],
  [
    /^(?:limit|count|position|attempts|minutes|seconds|number|quantity|size|firstNumber|ticketNumber)$/i,
    () => [1, 100, 0],
  ],
  [/^(?:hours)$/, () => [-1]],
  [/^(?:is|has)[A-Z]/, () => [false, true]],
  [/At$|^(?:at|now|since|time|expectedUpdatedAt)$/, () => [fromNow({})]],
  [/^(?:details|headers|fields|values)$/, () => [{}]],
  [/^(?:labels|tags|references)$/, () => [[]]],
  [/^levels$/, () => [[...accessLevels]]],
  [/^(?:search|pattern|typed)$/, ({ desk }) => [desk.secret, `%${desk.secret}%`]],
  [/^wanted$/, ({ desk }) => [JSON.stringify({ words: [desk.secret] }), "{}"]],
  [/^words$/, ({ desk }) => [desk.secret]],
  [/^filter$/, () => ["{}", `{"status":"open","category":"General"}`]],
  [/^urgency$/, () => [9]],
  [/^sort$/, () => ["priority", "activity", "waiting"]],
  [/^status$/, () => [undefined, "open"]],
  [/^state$/, () => ["failed", "quarantined"]],
  [/^category$/, () => [undefined, ...ticketCategories]],
  [/^priority$/, () => [undefined, ...ticketPriorities]],
];

// Tries each id with the first value of everything else, then with the second, and so on.
function guess(name: string, known: Known, round: number): unknown {
  const candidates = guesses.find(([pattern]) => pattern.test(name))?.[1](known) ?? [known.desk.secret];
  const turn = candidates === known.ids ? round : Math.floor(round / known.ids.length);
  return candidates[turn % candidates.length];
}
