import { useSession } from "../../lib/session.ts";

/** The address at which mail becomes a ticket: without it, a new store would wait in vain. */
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
