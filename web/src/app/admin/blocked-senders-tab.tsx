import { getRouteApi, Link } from "@tanstack/react-router";
import { BlockedSendersScreen } from "../../features/intake/blocked/blocked-senders-screen.tsx";
import { useSession } from "../../lib/session.ts";

const route = getRouteApi("/desk/dashboard/admin");

/** The blocked senders, with the search in the URL and links to their mails. */
export function BlockedSendersTab() {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const { can } = useSession();
  return (
    <BlockedSendersScreen
      search={q}
      onSearch={(text) => void navigate({ search: { view: "blocked-senders", q: text || undefined }, replace: true })}
      logLink={
        can("mail:read-log")
          ? ({ sender }, words) => (
              <Link
                to="/dashboard/admin"
                search={{ view: "mail-log", state: "blocked", q: sender }}
                aria-label={`${words} of ${sender} in the mail log`}
                className="rounded-tag text-accent hover:underline"
              >
                {words}
              </Link>
            )
          : null
      }
    />
  );
}
