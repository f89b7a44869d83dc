import { getRouteApi } from "@tanstack/react-router";
import { EmailSection } from "../../features/setup/email-section.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import type { EmailSetupTab } from "./admin-search.ts";

const route = getRouteApi("/desk/dashboard/admin");

const EmailSetupDialog = loadLater(() =>
  import("./email-setup-dialog.tsx").then(({ EmailSetupDialog }) => EmailSetupDialog),
);

/** The store's support address; its setup is a dialog with its own URL. */
export function EmailTab() {
  const navigate = route.useNavigate();
  const { setup, confirm } = route.useSearch();
  const show = (tab: EmailSetupTab | undefined, replace = false) =>
    void navigate({ search: { view: "email", setup: tab }, replace });
  return (
    <>
      <EmailSection onSetUp={() => show("integration")} />
      {setup !== undefined && (
        <EmailSetupDialog
          tab={setup}
          token={confirm}
          onSelect={(tab) => show(tab, true)}
          onConfirmed={() => show(setup, true)}
          onClose={() => show(undefined)}
        />
      )}
    </>
  );
}
