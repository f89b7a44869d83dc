import type { NameAsker } from "../../../platform/dns/ask-names.ts";

/** Who hosts mailboxes: the domains of the servers that take mail for them, and what they ask their customers' SPF records to include. */
const mailboxHosts: readonly { name: string; servers: readonly string[]; include: string }[] = [
  { name: "Google Workspace", servers: ["google.com", "googlemail.com"], include: "_spf.google.com" },
  {
    name: "Microsoft 365",
    servers: ["mail.protection.outlook.com", "mx.microsoft"],
    include: "spf.protection.outlook.com",
  },
  { name: "Zoho Mail", servers: ["zoho.com", "zoho.eu", "zoho.in"], include: "zohomail.com" },
  { name: "Fastmail", servers: ["messagingengine.com"], include: "spf.messagingengine.com" },
  { name: "Proton Mail", servers: ["protonmail.ch"], include: "_spf.protonmail.ch" },
  { name: "iCloud Mail", servers: ["mail.icloud.com"], include: "icloud.com" },
  { name: "OVHcloud", servers: ["mail.ovh.net", "ovh.net"], include: "mx.ovh.com" },
  { name: "Gandi", servers: ["mail.gandi.net"], include: "_mailcust.gandi.net" },
  { name: "Namecheap Private Email", servers: ["privateemail.com"], include: "spf.privateemail.com" },
  { name: "Rackspace", servers: ["emailsrvr.com"], include: "emailsrvr.com" },
  { name: "Hostinger", servers: ["hostinger.com"], include: "_spf.mail.hostinger.com" },
  { name: "Infomaniak", servers: ["infomaniak.ch"], include: "spf.infomaniak.ch" },
  { name: "GoDaddy", servers: ["secureserver.net"], include: "secureserver.net" },
  { name: "Yandex 360", servers: ["yandex.net", "yandex.ru"], include: "_spf.yandex.net" },
];

/** Who hosts a domain's mailboxes, of those that are known: by where its mail goes; null where nobody of them does, or no name server answered. */
export async function findMailboxHost(ask: Pick<NameAsker, "exchanges">, domain: string) {
  const servers = (await ask.exchanges(domain)) ?? [];
  const isOf = (server: string, whose: string) => server === whose || server.endsWith(`.${whose}`);
  const found = mailboxHosts.find((host) =>
    servers.some((server) => host.servers.some((whose) => isOf(server.replace(/\.$/, ""), whose))),
  );
  return found ? { name: found.name, include: found.include } : null;
}
