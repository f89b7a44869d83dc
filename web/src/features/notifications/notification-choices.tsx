import type { NotificationPreferences } from "@deskhand/contract/notifications";
import { type NotificationType, notificationTypes } from "@deskhand/contract/vocabulary";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Volume2 } from "lucide-react";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { waitsForNetwork } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Banner, BannerButton } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { askForDesktop, desktopPermission } from "./desktop-notification.ts";
import { notificationWords } from "./notification-words.tsx";
import { playSound } from "./play-sound.ts";

/** The user's notification preferences; each is saved at once. */
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

/** Turns the sound on, with a button to hear it. */
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

/** Turns desktop notifications on, which the browser must permit too. */
function DesktopChoice({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const [permission, setPermission] = useState(desktopPermission);
  const [wasAsked, setAsked] = useState(false);

  async function ask() {
    setAsked(true);
    const permission = await askForDesktop();
    setPermission(permission);
    return permission === "granted";
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

/** The user's notification preferences; a change shows at once and is undone with its reason on failure. */
function useChoices() {
  const cache = useQueryClient();
  const [changed, setChanged] = useState<NotificationPreferences>();
  const query = useQuery(api.notifications.preferences.queryOptions({ staleTime: 0 }));
  const queryKey = api.notifications.preferences.queryKey();
  const mutationKey = api.notifications.setPreferences.mutationKey();
  const save = useMutation(
    api.notifications.setPreferences.mutationOptions({
      // One after another, or an earlier change might arrive last.
      scope: { id: "notification-choices" },
      ...waitsForNetwork,
      onMutate: () => cache.cancelQueries({ queryKey }),
      // The next change cancels the refetch below.
      onSuccess: (kept) => void cache.setQueryData(queryKey, kept),
      onSettled: async (_kept, _error, sent) => {
        // Otherwise this response would undo a later change on screen.
        if (cache.isMutating({ mutationKey }) > 1) return;
        await cache.invalidateQueries({ queryKey });
        setChanged((now) => (now === sent ? undefined : now));
      },
    }),
  );
  const choices = changed ?? query.data;

  function keep(next: NotificationPreferences) {
    setChanged(next);
    save.mutate(next);
  }

  return {
    /** Undefined until loaded. */
    choices,
    change: (part: Partial<NotificationPreferences>) => choices && keep({ ...choices, ...part }),
    /** Why loading or saving failed, for a banner. */
    failure:
      save.error === null
        ? { title: "Failed to load your choices", error: query.error, onRetry: () => void query.refetch() }
        : { title: "Not saved", error: save.error, onRetry: () => keep(save.variables) },
  };
}
