import { OwnProof } from "../../features/auth/settings/proof-field.tsx";
import { DatabaseScreen } from "../../features/setup/database/database-screen.tsx";
import { AdminLink } from "./admin-link.tsx";

/** Backups, size and export of the store, with a link to the retention settings. */
export function DatabaseTab() {
  return (
    <DatabaseScreen
      storageLink={<AdminLink to="storage">Choose how long raw mail is kept</AdminLink>}
      renderProof={(props) => <OwnProof {...props} />}
    />
  );
}
