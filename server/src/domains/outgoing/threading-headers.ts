/** Enough for a mail program to find the conversation; longer chains make headers that some servers refuse. */
const longestChain = 20;
/** A line of a header is at most 998 characters (RFC 5322, section 2.1.1), and an id cannot be folded. */
const usableId = /^[\x21-\x3b\x3d\x3f-\x7e]{1,900}$/;

/**
 * In-Reply-To and References of a reply (RFC 5322, section 3.6.4): the ticket's mails, oldest first, the answered one
 * last. Of a long conversation the first one is kept, which names the thread, and the newest ones.
 */
export function threadingHeaders(
  mailIds: string[],
  answeredId: string | null,
): { inReplyTo: string | null; references: string[] } {
  const chain = [...new Set(mailIds)].filter((id) => usableId.test(id));
  const answered = answeredId !== null && usableId.test(answeredId) ? answeredId : chain.at(-1);
  if (answered === undefined) return { inReplyTo: null, references: [] };
  const before = chain.filter((id) => id !== answered);
  const kept = before.length < longestChain ? before : [...before.slice(0, 1), ...before.slice(2 - longestChain)];
  return { inReplyTo: answered, references: [...kept, answered] };
}
