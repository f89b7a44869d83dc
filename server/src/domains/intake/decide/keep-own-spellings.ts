import type { TenantTx } from "../../../platform/db/tenant.ts";
import { keepSpellings, type Spelling } from "../../customers/index.ts";
import type { AuthorCandidates } from "../classify/find-author.ts";
import type { MailAddress } from "../parse/parsed-mail.ts";
import { personOf } from "./find-mail-author.ts";

type Writers = Pick<AuthorCandidates, "from" | "coWriters" | "replyTo" | "visitor">;

/** Returns how a mail's writers spell the addresses that they give as theirs. */
export function ownSpellings({ from, coWriters, replyTo, visitor }: Writers): Spelling[] {
  const theirs = [from, ...coWriters, ...replyTo, visitor].filter((one): one is MailAddress => one !== null);
  return theirs.map((one) => {
    const { email, written = email } = personOf(one);
    return { email, written, isOwn: true };
  });
}

/**
 * Remembers the spellings that a mail's writers use, as answers go to these. `isSpelled`: one of them has another spelling by now,
 * which the mail may end.
 */
export async function keepOwnSpellings(tx: TenantTx, spellings: Spelling[], isSpelled: boolean): Promise<void> {
  if (isSpelled || spellings.some(({ email, written }) => email !== written)) await keepSpellings(tx, spellings);
}
