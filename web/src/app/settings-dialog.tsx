import { useBlocker } from "@tanstack/react-router";
import { useId, useState } from "react";
import { PasswordPanel } from "../features/auth/settings/password-panel.tsx";
import { ProfilePanel } from "../features/auth/settings/profile-panel.tsx";
import { SessionsPanel } from "../features/auth/settings/sessions-panel.tsx";
import { NotificationChoices } from "../features/notifications/notification-choices.tsx";
import { isLeavingForLogin } from "../lib/login-address.ts";
import { Dialog } from "../ui/dialog.tsx";
import { TabPanel, Tabs } from "../ui/tabs.tsx";
import { type SettingsTab, settingsTabIds } from "./address.ts";
import { DiscardDialog } from "./discard-dialog.tsx";

const labels: Record<SettingsTab, string> = {
  profile: "Profile",
  password: "Password",
  sessions: "Sessions",
  notifications: "Notifications",
};

interface SettingsDialogProps {
  tab: SettingsTab;
  onSelect: (tab: SettingsTab) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** One's own name, picture, password, sessions and what one is told. What was typed outlives a look at another tab, and closing asks. */
export function SettingsDialog({ tab, onSelect, onClose, returnFocusTo }: SettingsDialogProps) {
  const group = useId();
  const [isNameEdited, setNameEdited] = useState(false);
  const [isPasswordEdited, setPasswordEdited] = useState(false);
  const isEdited = isNameEdited || isPasswordEdited;
  // The way out by the browser's back button, a link or a reload asks as well.
  const leaving = useBlocker({
    shouldBlockFn: ({ next }) => !("settings" in next.search) || next.search.settings === undefined,
    disabled: !isEdited,
    enableBeforeUnload: () => isEdited && !isLeavingForLogin(),
    withResolver: true,
  });

  return (
    <Dialog title="Settings" onClose={onClose} bare returnFocusTo={returnFocusTo}>
      <div className="flex h-full flex-col">
        <Tabs
          group={group}
          label="Settings"
          active={tab}
          onSelect={onSelect}
          className="shrink-0"
          tabs={settingsTabIds.map((id) => ({ id, label: labels[id] }))}
        />
        <div className="min-h-100 flex-1 overflow-y-auto overscroll-contain px-4 py-4 sm:px-5">
          <TabPanel group={group} id="profile" hidden={tab !== "profile"}>
            <ProfilePanel onEdited={setNameEdited} />
          </TabPanel>
          <TabPanel group={group} id="password" hidden={tab !== "password"}>
            <PasswordPanel onEdited={setPasswordEdited} />
          </TabPanel>
          {tab === "sessions" && (
            <TabPanel group={group} id="sessions">
              <SessionsPanel />
            </TabPanel>
          )}
          {tab === "notifications" && (
            <TabPanel group={group} id="notifications">
              <NotificationChoices />
            </TabPanel>
          )}
        </div>
      </div>
      {leaving.status === "blocked" && (
        <DiscardDialog
          what={isNameEdited && isPasswordEdited ? "name and password" : isNameEdited ? "name" : "password"}
          onKeep={leaving.reset}
          onDiscard={leaving.proceed}
        />
      )}
    </Dialog>
  );
}
