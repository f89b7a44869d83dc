import type { Desk } from "./desk.ts";

/**
 * Waits for a mail to one of the merchant's addresses and forwards it to the desk as Gmail does: with Gmail's envelope and header on top.
 */
export async function passOnAsGmail({ mailbox, newCustomer }: Desk, from: string, to: string): Promise<void> {
  await mailbox.next(from);
  const [name, host] = from.split("@");
  const forwarder = newCustomer("Forwarder", `${name}+caf_=${to.replace("@", "=")}@${host}`);
  await forwarder.writes({
    to,
    subject: "",
    text: "",
    envelope: { from: forwarder.email, to },
    raw: Buffer.concat([Buffer.from(`X-Forwarded-To: ${to}\r\n`), mailbox.newestRaw(from)]),
  });
}
