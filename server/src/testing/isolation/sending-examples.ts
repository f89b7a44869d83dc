import { countOverrun, uncountAttempt } from "../../domains/intake/decide/decide.queries.ts";
import { deleteOrphanedRaw, dropRaw, selectOldRaw } from "../../domains/intake/room/raw.queries.ts";
import {
  countForStore,
  countHosts,
  forgetIntakeDays,
  noteRefused,
  selectIntake,
} from "../../domains/intake/room/room.queries.ts";
import { isCountedLately, updateRawMailDays } from "../../domains/intake/room/storage.queries.ts";
import { selectMailsToCustomer } from "../../domains/outgoing/mails-to-customer.queries.ts";
import {
  deleteOldSenderDomains,
  insertSenderDomain,
  selectSenderDomain,
  selectVerifiedDomain,
  updateFindings,
} from "../../domains/outgoing/sender-domain/sender-domains.queries.ts";
import {
  countSent,
  countTaken,
  countUncounted,
  forgetHold,
  forgetSendingDays,
  isCustomerWhoWrote,
  lockHeld,
  lockUncounted,
  markCounted,
  markHeld,
  provenBy,
} from "../../domains/outgoing/sending/quotas.queries.ts";
import { newId } from "../../platform/db/ids.ts";
import type { FullDesk } from "../full-desk.ts";
import { receive, waitingMail } from "./example-arguments.ts";
import { example } from "./examples.ts";

example(selectMailsToCustomer).is(({ customerId }) => [customerId]);

const waiting = newId();
const queue = () => `insert into outgoing_mails (id, kind, mail_message_id, to_email, quota)
  values ('${waiting}', 'invitation', 'c@d', 'jane@customer.test', 'first') on conflict do nothing`;
example(countSent).is(() => ["first", 1_000]);
example(countUncounted).is(() => ["first"], queue);
example(countTaken).is(() => ["first"], queue);
example(provenBy).is(
  ({ secret }) => [`${secret}@customer.test`],
  ({ secret }) => `update mail_log set from_email = '${secret}@customer.test' where state = 'reply_added'`,
);
example(isCustomerWhoWrote).is(
  ({ secret }) => [`${secret}@customer.test`],
  ({ secret }) => `update ticket_messages set is_unverified = false where is_from_customer;
    update customers set email = '${secret}@customer.test' where id = (select t.customer_id from support_tickets t
      join ticket_messages m on m.ticket_id = t.id and m.is_from_customer where t.customer_id is not null and t.client_id = current_client_id() limit 1)`,
);
const hold = () => `${queue()}; update outgoing_mails set held_until = now() where id = '${waiting}'`;
example(lockHeld).is(() => [{ id: waiting }], hold);
example(forgetHold).is(() => [waiting], hold);
example(lockUncounted).is(() => [waiting], queue);
example(markCounted).is(() => [waiting], queue);
example(markHeld).is(() => [waiting, { until: new Date(), reason: "Not today" }], queue);
example(forgetSendingDays).is(
  () => [],
  () => "update sending_days set day = day - 5",
);

const domainOf = ({ secret }: FullDesk) => `${secret}.example`.toLowerCase();
const verify = () => "update sender_domains set verified_at = now()";
example(selectSenderDomain).is((desk) => [domainOf(desk)]);
example(selectVerifiedDomain).is((desk) => [domainOf(desk)], verify);
const pair = { selector: "t", publicKey: "abc", sealedKey: Buffer.from("abc") };
example(insertSenderDomain).is((desk) => [domainOf(desk), pair, true]);
example(updateFindings).is((desk) => [{ domain: domainOf(desk), selector: "s" }, {}, true]);
const manyDomains = () => `insert into sender_domains (domain, selector, public_key, private_key)
  select 'a' || n || '.example', 's', 'x', 'x' from generate_series(1, 9) n on conflict do nothing`;
example(deleteOldSenderDomains).is(() => ["kept.example"], manyDomains);

example(selectIntake).is(() => ["192.0.2.1"]);
example(countHosts).is(() => [new Map([["192.0.2.1", 5]]), 1_000]);
example(countForStore).is(() => [{ bytes: 5, most: 1_000_000 }]);
example(noteRefused).is(() => ["store"]);
example(forgetIntakeDays).is(
  () => [],
  () => "update intake_days set day = day - 5",
);
example(dropRaw).is(({ failedMailId }) => [[failedMailId], { why: "deleted" }]);
const begin = (desk: FullDesk) => `${receive(desk)}; update mail_log set attempts = 1 where id = '${waitingMail}'`;
for (const query of [countOverrun, uncountAttempt]) example(query).is(() => [waitingMail], begin);
const first = { at: "0001-01-01T00:00:00Z", id: "00000000-0000-0000-0000-000000000000" };
example(selectOldRaw).is(
  () => [{ days: 1, after: first, limit: 10 }],
  () => "update mail_log set finished_at = now() - interval '9 days' where state = 'failed'",
);
example(deleteOrphanedRaw).is(() => [10]);
example(updateRawMailDays).is(() => [30]);
example(isCountedLately).is(
  () => [10],
  () => "update storage_settings set counted_at = now()",
);
