import { type NotificationType, notificationTypes } from "@deskhand/contract/vocabulary";
import { Volume2 } from "lucide-react";
import { useState } from "react";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DesktopChoice } from "./desktop-choice.tsx";
import { notificationWords } from "./notification-words.ts";
import { playSound } from "./play-sound.ts";
import { useChoices } from "./use-choices.ts";

/** What the user wants to be notified of, and how; each choice holds at once. */
export function NotificationChoices() {
  const { choices, change, failure } = useChoices();

  function want(type: NotificationType, isWanted: boolean) {
    if (choices === undefined) return;
    const others = choices.wanted.filter((each) => each !== type);
    change({ wanted: isWanted ? [...others, type] : others });
  }

  return (
    <div className="flex flex-col gap-5">
      <FailureBanner {...failure} />
      {choices === undefined ? (
        failure.error === null && <Loading />
      ) : (
        <>
          <fieldset>
            <legend className="mb-1 font-medium text-sm text-soft">Tell me of</legend>
            <div className="divide-y divide-line">
              {notificationTypes.map((type) => (
                <Switch
                  key={type}
                  label={notificationWords[type].choice}
                  checked={choices.wanted.includes(type)}
                  onChange={(isWanted) => want(type, isWanted)}
                />
              ))}
            </div>
          </fieldset>
          <fieldset>
            <legend className="mb-1 font-medium text-sm text-soft">How</legend>
            <div className="divide-y divide-line">
              <DesktopChoice isOn={choices.desktop} onChange={(desktop) => change({ desktop })} />
              <SoundChoice isOn={choices.sound} onChange={(sound) => change({ sound })} />
            </div>
          </fieldset>
        </>
      )}
    </div>
  );
}

/** Switches the sound on, and lets one hear it. */
function SoundChoice({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const [isSilent, setSilent] = useState(false);
  return (
    <div className="pb-1">
      <Switch
        label="Sound"
        description="Two short notes for new notifications, in one tab only."
        checked={isOn}
        onChange={onChange}
      />
      <Button size="sm" icon={<Volume2 size={14} aria-hidden />} onClick={async () => setSilent(!(await playSound()))}>
        Try it
      </Button>
      {isSilent && (
        <Banner kind="warning" className="mt-2">
          Your browser plays no sound for Deskhand. Check that this site is not muted and that a speaker is connected.
        </Banner>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading your choices" className="flex flex-col gap-4">
      {notificationTypes.map((type) => (
        <Skeleton key={type} className="h-5 w-full" />
      ))}
    </div>
  );
}
