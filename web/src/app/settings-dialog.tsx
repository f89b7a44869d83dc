import { type ReactNode, useId, useState } from "react";
import { PasswordPanel } from "../features/auth/settings/password-panel.tsx";
import { ProfilePanel } from "../features/auth/settings/profile-panel.tsx";
import { SecurityPanel } from "../features/auth/settings/security-panel.tsx";
import { SessionsPanel } from "../features/auth/settings/sessions-panel.tsx";
import { NotificationChoices } from "../features/notifications/notification-choices.tsx";
import { AwayPanel } from "../features/teams/away-panel.tsx";
import { ReplyChoices } from "../features/tickets/sending/reply-choices.tsx";
import { WeeklyMailChoice } from "../features/weekly-mail/weekly-mail-choice.tsx";
import { LeaveGuard } from "../screens/leave-guard.tsx";
import { Dialog } from "../ui/overlay/dialog.tsx";
import { TabPanel, Tabs } from "../ui/tabs.tsx";
import { type SettingsTab, settingsTabIds } from "./address.ts";

const labels: Record<SettingsTab, string> = {
  profile: "Profile",
  password: "Password",
  security: "Security",
  sessions: "Sessions",
  notifications: "Notifications",
  replies: "Replies",
};

interface SettingsDialogProps {
  tab: SettingsTab;
  onSelect: (tab: SettingsTab) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/**
 * The user's settings: name, picture, password, second factor, sessions, notifications and replies. Typed text survives
 * a change of tab, and closing asks first.
 */
export function SettingsDialog({ tab, onSelect, onClose, returnFocusTo }: SettingsDialogProps) {
  const group = useId();

  return (
    <Dialog title="Settings" onClose={onClose} bare returnFocusTo={returnFocusTo}>
      <LeaveGuard stays={(search) => "settings" in search && search.settings !== undefined}>
        <div className="flex h-full flex-col">
          <Tabs
            group={group}
            label="Settings"
            active={tab}
            onSelect={onSelect}
            className="shrink-0"
            tabs={settingsTabIds.map((id) => ({ id, label: labels[id] }))}
          />
          <div className="min-h-117 flex-1 overflow-y-auto overscroll-contain px-4 py-4 sm:px-5">
            <TabPanel group={group} id="profile" hidden={tab !== "profile"}>
              <ProfilePanel />
              <AwayPanel />
            </TabPanel>
            <TabPanel group={group} id="password" hidden={tab !== "password"}>
              <PasswordPanel />
            </TabPanel>
            <KeptPanel group={group} id="security" tab={tab}>
              <SecurityPanel />
            </KeptPanel>
            {tab === "sessions" && (
              <TabPanel group={group} id="sessions">
                <SessionsPanel />
              </TabPanel>
            )}
            {tab === "notifications" && (
              <TabPanel group={group} id="notifications">
                <NotificationChoices />
                <WeeklyMailChoice />
              </TabPanel>
            )}
            {tab === "replies" && (
              <TabPanel group={group} id="replies">
                <ReplyChoices />
              </TabPanel>
            )}
          </div>
        </div>
      </LeaveGuard>
    </Dialog>
  );
}

interface KeptPanelProps {
  group: string;
  id: SettingsTab;
  tab: SettingsTab;
  children: ReactNode;
}

/** Mounts its content when first shown and keeps it mounted, because recovery codes are shown only once. */
function KeptPanel({ group, id, tab, children }: KeptPanelProps) {
  const [wasShown, setWasShown] = useState(false);
  if (tab === id && !wasShown) setWasShown(true);
  if (!wasShown) return null;
  return (
    <TabPanel group={group} id={id} hidden={tab !== id}>
      {children}
    </TabPanel>
  );
}
