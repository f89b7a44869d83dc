import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { type ImapStandIn, startImapServer } from "../../../../stand-ins/imap-server.ts";
import { makeSelfSignedCertificate } from "../../platform/smtp/self-signed-certificate.ts";

/** The name in the certificate of the stand-in. */
export const mailboxHost = "imap.shop.example";

/** Starts a mailbox to connect to, whose certificate this process trusts until it is stopped. Other names lead there as well. */
export async function startMailbox(
  others: Record<string, readonly string[]> = {},
): Promise<{ server: ImapStandIn; stop: () => Promise<void> }> {
  const certificate = await makeSelfSignedCertificate(mailboxHost);
  const usual = getCACertificates("default");
  setDefaultCACertificates([...usual, certificate.cert]);
  const server = await startImapServer({ [mailboxHost]: ["93.184.215.14"], ...others }, certificate);
  return {
    server,
    async stop() {
      await server.close();
      setDefaultCACertificates(usual);
    },
  };
}
