import {
  countSent,
  countUncounted,
  forgetSendingDays,
  hasWritten,
  lockUncounted,
  markCounted,
  markHeld,
} from "../../domains/outgoing/sending/quotas.queries.ts";
import { newId } from "../../platform/db/ids.ts";
import { example } from "./examples.ts";

const waiting = newId();
const queue = () => `insert into outgoing_mails (id, kind, mail_message_id, to_email, quota)
  values ('${waiting}', 'invitation', 'c@d', 'jane@customer.test', 'first') on conflict do nothing`;
example(countSent).is(() => ["first", 1_000]);
example(countUncounted).is(() => ["first"], queue);
example(hasWritten).is(
  ({ secret }) => [`${secret}@customer.test`, true],
  ({ secret }) => `update mail_log set from_email = '${secret}@customer.test' where state = 'reply_added'`,
);
example(lockUncounted).is(() => [waiting], queue);
example(markCounted).is(() => [waiting], queue);
example(markHeld).is(() => [waiting, { until: new Date(), reason: "Not today" }], queue);
example(forgetSendingDays).is(
  () => [],
  () => "update sending_days set day = day - 5",
);
