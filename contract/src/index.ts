import { account } from "./account.ts";
import { cannedResponses } from "./canned-responses.ts";
import { customers } from "./customers.ts";
import { dashboard } from "./dashboard.ts";
import { mail } from "./mail.ts";
import { messages } from "./messages.ts";
import { notifications } from "./notifications.ts";
import { search } from "./search.ts";
import { team } from "./team.ts";
import { tickets } from "./tickets.ts";

/** Every endpoint of Deskhand, by domain. The server implements it, the web client is typed from it. */
export const contract = {
  account,
  tickets,
  messages,
  notifications,
  mail,
  cannedResponses,
  dashboard,
  team,
  customers,
  search,
};
export type Contract = typeof contract;
