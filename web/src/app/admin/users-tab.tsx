import { Link } from "@tanstack/react-router";
import { ScrollText } from "lucide-react";
import { OwnProof } from "../../features/auth/settings/proof-field.tsx";
import { UsersScreen } from "../../features/team/users-screen.tsx";
import { ReleasesNotice } from "../../features/teams/releases-notice.tsx";
import { buttonClass } from "../../ui/button.tsx";

/** The team, with what becomes of the tickets of who was removed, and links to each member's audit log. */
export function UsersTab() {
  return (
    <UsersScreen
      notice={<ReleasesNotice />}
      renderProof={(props) => <OwnProof {...props} />}
      logLink={({ id, name }) => (
        <Link
          to="/dashboard/admin"
          search={{ view: "audit-log", person: id }}
          aria-label={`Audit log of ${name}`}
          title="Audit log"
          className={buttonClass("ghost", "sm")}
        >
          <ScrollText size={15} aria-hidden />
        </Link>
      )}
    />
  );
}
