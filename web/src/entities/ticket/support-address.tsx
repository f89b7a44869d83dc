import { useSession } from "../../lib/session.ts";

/** Where mail must go to become a ticket: without it, a new store waits in vain. */
export function SupportAddress() {
  const { client } = useSession();
  if (client === null) return null;
  return (
    <p className="text-soft">
      Your support address:{" "}
      <span className="select-all font-mono text-ink text-sm break-anywhere">{client.supportEmail}</span>
    </p>
  );
}
