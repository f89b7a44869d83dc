import { keepOpened, keepVote, selectOwnVote } from "../../domains/help/help.queries.ts";
import { selectMailHours } from "../../domains/intake/silence/silence.queries.ts";
import {
  cancelChecks,
  countArrival,
  endCheck,
  insertProbe,
  isMailOfProbe,
  keepBounce,
  keepReturn,
  selectConfirmations,
  selectNewestTest,
  selectSentLately,
} from "../../domains/setup/forwarding/forwarding.queries.ts";
import { keepInterest } from "../../domains/tenants/plans.queries.ts";
import { takeSupportAddress } from "../../domains/tenants/tenants.queries.ts";
import { newId } from "../../platform/db/ids.ts";
import { example } from "./examples.ts";

example(selectOwnVote).is(({ owner }) => [owner.userId, "answer-a-ticket"]);
example(keepOpened).is(
  ({ owner }) => [owner.userId, "answer-a-ticket"],
  ({ owner }) => `update help_uses set opened_on = '2026-01-01' where user_id = '${owner.userId}'`,
);
example(keepVote).is(({ owner }) => [owner.userId, "answer-a-ticket", { rating: 2 }]);

example(keepInterest).is(({ owner }) => ["lifetime", owner.userId]);

example(insertProbe).is(({ owner, checkMailId }) => [
  { id: newId(), purpose: "test", address: "a@b.test", mailId: checkMailId, askedBy: owner.userId },
]);
example(cancelChecks).is(({ secret }) => [{ of: `${secret}@shop.test` }]);
example(keepReturn).is(({ checkId, quarantinedMailId }) => [checkId, { mailLogId: quarantinedMailId, as: "itself" }]);
example(countArrival).is(
  ({ checkId }) => [checkId],
  ({ checkId }) => `update forwarding_probes set returned_at = now(), returned_as = 'itself' where id = '${checkId}'`,
);
example(isMailOfProbe).is(({ checkMailId }) => [checkMailId]);
example(keepBounce).is(({ checkId, quarantinedMailId }) => [checkId, quarantinedMailId]);
example(endCheck).is(({ checkId }) => [checkId, "verified"]);
example(selectSentLately).is(() => ["check"]);
example(selectNewestTest).is(({ owner }) => ["forwarding-test@any.test", [owner.supportEmail]]);
example(selectConfirmations).is(
  () => [],
  ({ quarantinedMailId }) =>
    `update mail_log set forwarding_confirmation = '{}', sender_check = 'none' where id = '${quarantinedMailId}'`,
);
example(takeSupportAddress).is(() => [`${newId()}@shop.test`]);
example(selectMailHours).is(() => [new Date().toISOString(), 28]);
