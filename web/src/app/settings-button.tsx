import { useNavigate } from "@tanstack/react-router";
import { Settings } from "lucide-react";
import { IconButton } from "../ui/icon-button.tsx";

/** Opens one's own settings (spec part 1, section 2.4). */
export function SettingsButton() {
  const navigate = useNavigate({ from: "/dashboard" });
  return (
    <IconButton
      label="Settings"
      outlined
      icon={<Settings size={17} aria-hidden />}
      data-settings-button
      onClick={() => void navigate({ search: (search) => ({ ...search, settings: "profile" }), resetScroll: false })}
    />
  );
}
