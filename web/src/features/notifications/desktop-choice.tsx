import { useState } from "react";
import { Banner, BannerButton } from "../../ui/banner.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { askForDesktop, desktopPermission } from "./desktop-notification.ts";

/** Switches desktop notifications on, which this browser has to allow as well. */
export function DesktopChoice({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const [permission, setPermission] = useState(desktopPermission);
  const [wasAsked, setAsked] = useState(false);

  async function ask() {
    setAsked(true);
    const given = await askForDesktop();
    setPermission(given);
    return given === "granted";
  }

  async function change(wanted: boolean) {
    if (!wanted || (await ask())) onChange(wanted);
  }

  return (
    <div className="pb-1">
      <Switch
        label="Desktop notifications"
        description="Shown by your system while Deskhand is in the background."
        checked={isOn}
        disabled={permission === "unsupported" && !isOn}
        onChange={(wanted) => void change(wanted)}
      />
      {permission === "unsupported" && (
        <Banner kind="info">This browser cannot show desktop notifications of Deskhand.</Banner>
      )}
      {permission === "denied" && (isOn || wasAsked) && (
        <Banner kind="warning" title="Your browser blocks notifications from Deskhand">
          Allow them in the browser's settings for this site, then switch them on here.
        </Banner>
      )}
      {permission === "default" && isOn && (
        <Banner kind="info" action={<BannerButton onClick={ask}>Allow in this browser</BannerButton>}>
          This browser has not been asked yet whether it may show them.
        </Banner>
      )}
      {permission === "default" && !isOn && wasAsked && (
        <Banner kind="info">Your browser has not allowed it yet: answer its question, then switch it on here.</Banner>
      )}
    </div>
  );
}
