import type { MailboxFault, MailboxPlace } from "@deskhand/contract/mailboxes/mailboxes";

/** What is wrong, in a sentence, and the field of the form that it is about. */
const faults: Record<MailboxFault, { words: string; field: keyof MailboxPlace }> = {
  host: { words: "This server was not found on the internet", field: "host" },
  unreachable: { words: "The server does not answer at this port", field: "port" },
  encryption: { words: "The server offers no encryption of this kind at this port", field: "security" },
  certificate: { words: "The server's certificate is not valid for this name", field: "host" },
  password: { words: "The server refused the user name or the password", field: "password" },
  folder: { words: "The mailbox has no such folder", field: "folder" },
  protocol: { words: "The server does not answer as an IMAP server does", field: "port" },
  full: { words: "Your store may take no more mail for now: what is left stays in the mailbox", field: "address" },
};

/** Says what is wrong with a mailbox, with the beginning of the server's own words. */
export function faultWords(fault: MailboxFault, said: string | null): string {
  const { words } = faults[fault];
  return said === null ? words : `${words}. It said: ${said}`;
}

/** The field of the form that a fault is about. */
export function fieldOfFault(fault: MailboxFault): keyof MailboxPlace {
  return faults[fault].field;
}
