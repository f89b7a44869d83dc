import { type NotificationType, notificationTypes } from "@deskhand/contract/vocabulary";
import { Banner } from "../../ui/banner.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DesktopChoice } from "./desktop-choice.tsx";
import { notificationWords } from "./notification-words.ts";
import { SoundChoice } from "./sound-choice.tsx";
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
      {failure !== null && (
        <Banner kind="error" title={failure.title} onRetry={failure.retry}>
          {failure.text}
        </Banner>
      )}
      {choices === undefined ? (
        failure === null && <Loading />
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

function Loading() {
  return (
    <div role="status" aria-label="Loading your choices" className="flex flex-col gap-4">
      {notificationTypes.map((type) => (
        <Skeleton key={type} className="h-5 w-full" />
      ))}
    </div>
  );
}
