import type { CalledFrom, TenantTx } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import { takeTurn } from "../asks/mail-pace.ts";
import { tellPerson } from "../tell-person.ts";
import { keptAs } from "./count-guesses.ts";
import { everywhereAt } from "./guess-rules.ts";
import { countTried } from "./guesses.queries.ts";

const onceADay = { minutes: 24 * 60, perDay: 1 };

/** Tells somebody, once a day, that so many wrong passwords were tried at their address that no more are taken for now. */
export async function warnOfGuesses(
  tx: TenantTx,
  services: Pick<Services, "jobs" | "settings">,
  { email, calledFrom }: { email: string; calledFrom: CalledFrom },
): Promise<void> {
  const counter = everywhereAt(email);
  const tried = await countTried(tx, keptAs(counter));
  if (tried < counter.most || !(await takeTurn(tx, "guesses", email, onceADay))) return;
  await tellPerson(tx, { actor: { email, calledFrom }, services }, { notice: "passwords_guessed", tried });
}
