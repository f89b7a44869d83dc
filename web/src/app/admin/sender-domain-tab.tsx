import { SenderDomainScreen } from "../../features/outgoing/email-settings/sender-domain-screen.tsx";
import { AdminLink } from "./admin-link.tsx";

/** The sender's domain, with a link to the sender's address. */
export function SenderDomainTab() {
  return <SenderDomainScreen senderLink={<AdminLink to="email-settings">Change the sender email</AdminLink>} />;
}
