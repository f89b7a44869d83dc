import { domainToASCII } from "node:url";
import { domainOf } from "@deskhand/contract/addresses/address";
import { askNames } from "../../../platform/dns/ask-names.ts";
import type { Settings } from "../../../platform/settings.ts";

/** Whether the domain of an address takes no mail, as its name servers say. What stays in the outbox goes to any. */
export async function endsNowhere(
  { nameServers, smtpUrl }: Pick<Settings, "nameServers" | "smtpUrl">,
  address: string,
): Promise<boolean> {
  return smtpUrl !== null && (await askNames(nameServers).takesMail(domainToASCII(domainOf(address)))) === false;
}

/** Why a mail to such an address is not sent, as a sentence. */
export function noMailWords(address: string): string {
  return `Not sent: ${domainOf(address)} takes no mail, or there is no such domain`;
}
