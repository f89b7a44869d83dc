export const settingsTabIds = ["profile", "password", "sessions", "notifications"] as const;
export type SettingsTab = (typeof settingsTabIds)[number];

/** The panels of the settings, in order. */
export const settingsTabs: Record<SettingsTab, string> = {
  profile: "Profile",
  password: "Password",
  sessions: "Sessions",
  notifications: "Notifications",
};
