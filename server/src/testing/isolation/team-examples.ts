import { record } from "../../domains/audit/audit.queries.ts";
import { selectEntries } from "../../domains/audit/entries.queries.ts";
import {
  countInvitations,
  deleteTeamUser,
  insertInvited,
  selectTeamUserByEmail,
  updateTeamUser,
} from "../../domains/team/team.queries.ts";
import { unassignAll } from "../../domains/tickets/rows/tickets.queries.ts";
import { newId } from "../../platform/db/ids.ts";
import { example } from "./examples.ts";

example(record).is(({ owner, secret }) => [owner.userId, "mail.released", { id: secret, label: secret }, { secret }]);
example(selectEntries).is(({ owner }) => [{ userId: owner.userId, kind: "mail", after: null, limit: 10 }]);
example(countInvitations).is(({ owner }) => [owner.email]);
example(deleteTeamUser).is(({ invitedId }) => [invitedId]);
example(insertInvited).is(({ secret }) => [
  { id: newId(), email: `${newId()}@${secret}.test`, name: secret, role: "agent" },
]);
example(selectTeamUserByEmail).is(({ owner }) => [owner.email]);
example(unassignAll).is(
  ({ agent }) => [agent.userId],
  ({ agent, ticketId }) => `update support_tickets set assigned_to = '${agent.userId}' where id = '${ticketId}'`,
);
example(updateTeamUser).is(({ agent }) => [agent.userId, { role: "admin", isActive: false, invitedAgain: true }]);
