import { foldTicketQueues, foldTicketTags } from "../../domains/tickets/list/fold.queries.ts";
import { markSeen } from "../../domains/tickets/rows/tickets.queries.ts";
import { foldSearch } from "../../domains/tickets/search/fold-search.queries.ts";
import { example } from "./examples.ts";

example(foldTicketQueues).is(
  () => [],
  () => `insert into ticket_queue_deltas (is_waiting, is_snoozed, is_archived, delta)
    select true, false, false, delta from (values (1), (1), (-1)) as d (delta)`,
);
example(foldTicketTags).is(
  () => [],
  () => `insert into ticket_tag_deltas (tag, is_snoozed, is_archived, delta)
    select 'late', false, false, delta from (values (1), (1), (-1)) as d (delta)`,
);
example(markSeen).is(
  ({ ticketId, owner }) => [ticketId, owner.userId],
  () => "delete from ticket_reads",
);
example(foldSearch).is(() => [10]);
