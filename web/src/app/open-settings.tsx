import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { later } from "../ui/later.tsx";

const route = getRouteApi("/dashboard");

const SettingsDialog = later(() => import("./settings-dialog.tsx").then(({ SettingsDialog }) => SettingsDialog));

/** One's own settings, when the address names one of their panels, over whatever tab is shown. */
export function OpenSettings() {
  const { settings } = route.useSearch();
  const navigate = useNavigate({ from: "/dashboard" });
  if (settings === undefined) return null;

  return (
    <SettingsDialog
      tab={settings}
      onSelect={(tab) =>
        void navigate({ search: (search) => ({ ...search, settings: tab }), replace: true, resetScroll: false })
      }
      onClose={() => void navigate({ search: (search) => ({ ...search, settings: undefined }), resetScroll: false })}
      returnFocusTo={() => document.querySelector<HTMLElement>("[data-settings-button]")}
    />
  );
}
