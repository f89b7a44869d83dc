import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

const route = getRouteApi("/dashboard");

const SettingsDialog = lazy(() =>
  import("./settings-dialog.tsx").then(({ SettingsDialog }) => ({ default: SettingsDialog })),
);

/** One's own settings, when the address names one of their panels, over whatever tab is shown. */
export function OpenSettings() {
  const { settings } = route.useSearch();
  const navigate = useNavigate({ from: "/dashboard" });
  if (settings === undefined) return null;

  return (
    <Suspense>
      <SettingsDialog
        tab={settings}
        onSelect={(tab) =>
          void navigate({ search: (search) => ({ ...search, settings: tab }), replace: true, resetScroll: false })
        }
        onClose={() => void navigate({ search: (search) => ({ ...search, settings: undefined }), resetScroll: false })}
        returnFocusTo={() => document.querySelector<HTMLElement>("[data-settings-button]")}
      />
    </Suspense>
  );
}
