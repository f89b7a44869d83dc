import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { mailboxAddresses } from "../intake/index.ts";
import { countMailboxes, searchMailboxes } from "./hold-mailboxes.ts";
import { addressesOfMailboxes } from "./mailboxes.queries.ts";
import { notifyOfMailbox } from "./notify-of-mailbox.ts";
import {
  changeMailbox,
  checkMailbox,
  connectMailbox,
  listLeftOut,
  listMailboxes,
  removeMailbox,
} from "./save-mailbox.ts";

const { list, create, update, check, leftOut, remove } = api.mailboxes;

const mailboxesRoutes = {
  list: list.handler(async ({ context: { withTenant } }) => ({ items: await withTenant(listMailboxes) })),
  create: create.handler(({ context: { withTenant, services, actor }, input }) =>
    connectMailbox({ withTenant, actor, settings: services.settings }, input),
  ),
  update: update.handler(({ context: { withTenant, services, actor }, input }) =>
    changeMailbox({ withTenant, actor, settings: services.settings }, input),
  ),
  check: check.handler(({ context: { withTenant }, input }) => withTenant((tx) => checkMailbox(tx, input.id))),
  leftOut: leftOut.handler(({ context: { withTenant }, input }) => withTenant((tx) => listLeftOut(tx, input))),
  remove: remove.handler(({ context: { withTenant, actor }, input }) =>
    withTenant((tx) => removeMailbox(tx, actor, input.id)),
  ),
};

export const mailboxes: Domain = {
  tables: ["mailboxes", "mailbox_mails"],
  routes: () => ({ mailboxes: mailboxesRoutes }),
  searches: [searchMailboxes],
  schedules: [countMailboxes],
  subscribers: { "mailbox.failed": notifyOfMailbox },
  answers: [mailboxAddresses.by(addressesOfMailboxes)],
};
