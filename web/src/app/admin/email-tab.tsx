import { getRouteApi } from "@tanstack/react-router";
import { EmailSection } from "../../features/setup/email-section.tsx";

const route = getRouteApi("/desk/dashboard/admin");

/** The store's address for its customers; its setup is a dialog with an address of its own. */
export function EmailTab() {
  const navigate = route.useNavigate();
  return <EmailSection onSetUp={() => void navigate({ search: { view: "email", setup: "integration" } })} />;
}
