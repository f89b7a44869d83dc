export { selectFailedMailboxes } from "./mailboxes.queries.ts";
